import { Redis } from 'ioredis';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

export interface TestRedis {
  url: string;
  pid: number;
  flush(): Promise<void>;
  /** Ends it and starts an empty one on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** A Redis server of one's own, empty, nothing on disk. Needs `redis-server` or `valkey-server` on the PATH. */
export async function startTestRedis(): Promise<TestRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      stdio: 'ignore',
    });
    child.on('error', (error) => {
      throw new Error(`redis-server could not be started: ${error.message}`);
    });
    await answering(url);
  };
  await start();
  return {
    url,
    get pid() {
      return child.pid ?? 0;
    },
    flush: async () => {
      const redis = new Redis(url);
      await redis.flushall();
      redis.disconnect();
    },
    start,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function answering(url: string): Promise<void> {
  const redis = new Redis(url, { retryStrategy: () => 10, maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  await redis.ping();
  redis.disconnect();
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
