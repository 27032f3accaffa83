import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Whether no process listens on this port of 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
  return listenOnce(port);
}

/** The first port above those that browsers and `fetch` refuse to connect to; 10080 is the last of them. */
export const LOWEST_PORT = 10_081;

/**
 * A random free port of 127.0.0.1. It is below the ephemeral port range (from 32768), so it is still free when a restarted
 * process binds it again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, 32_768);
    if (await isPortFree(port)) return port;
  }
}

/** The first free port from `preferred` upwards that is not in `taken`. */
export async function freePortFrom(preferred: number, taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let port = preferred; port < 65_536; port++) {
    if (!taken.has(port) && (await isPortFree(port))) return port;
  }
  throw new Error(`No free TCP port from ${preferred} on 127.0.0.1`);
}

function listenOnce(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
