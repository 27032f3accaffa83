import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { createServer } from 'node:net';

/** The first port above the ports that browsers and `fetch` refuse to connect to; 10080 is the last of them. */
export const LOWEST_PORT = 10_081;

/**
 * The TCP ports of 127.0.0.1 that a stack has chosen. A lease is a bound UDP socket with the number of the port: the kernel gives
 * it to one process of the machine and takes it back when that process ends, and the process that listens by TCP is not affected.
 * Stacks that choose at the same time therefore never choose the same port.
 */
export class PortLeases {
  private readonly sockets: Socket[] = [];

  /** Leases a port. Returns false if another stack has leased it or a program listens on it. */
  async acquire(port: number): Promise<boolean> {
    const socket = await bindExclusively(port);
    if (!socket) return false;
    if (!(await canListen(port))) {
      socket.close();
      return false;
    }
    this.sockets.push(socket);
    return true;
  }

  /** Leases the first free port from `preferred` upwards. */
  async acquireFrom(preferred: number): Promise<number> {
    for (let port = preferred; port < 65_536; port++) if (await this.acquire(port)) return port;
    throw new Error(`No free TCP port from ${preferred} on 127.0.0.1`);
  }

  /**
   * Leases a random free port. It is below the ephemeral port range (from 32768), so it is still free when a restarted process
   * binds it again.
   */
  async acquireRandom(): Promise<number> {
    for (;;) {
      const port = randomInt(LOWEST_PORT, 32_768);
      if (await this.acquire(port)) return port;
    }
  }

  release(): void {
    for (const socket of this.sockets.splice(0)) socket.close();
  }
}

/** A random free port of 127.0.0.1 that is not leased, for a process that chooses one port or passes it on to a stack. */
export async function freePort(): Promise<number> {
  const leases = new PortLeases();
  const port = await leases.acquireRandom();
  leases.release();
  return port;
}

function bindExclusively(port: number): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close();
      if (isBusy(error)) resolve(undefined);
      else reject(error);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref();
      resolve(socket);
    });
  });
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (isBusy(error)) resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** EACCES: only root may use the port. */
const isBusy = ({ code }: NodeJS.ErrnoException): boolean => code === 'EADDRINUSE' || code === 'EACCES';
