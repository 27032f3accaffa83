import { Redis } from 'ioredis';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { OPERATIONS, type RedisUser, redisUsersFile } from '../redis/redis-users';

const PASSWORD = 'of-every-test-user';

/** The address for another user of the same test Redis; that of any other Redis stays as it is. */
export function asRedisUser(user: RedisUser, url: string): string {
  const address = new URL(url);
  if (address.password === PASSWORD) address.username = user;
  return address.toString();
}

export interface TestRedis {
  /** Of the user who may do everything; a service under test goes in as itself, see `asRedisUser`. */
  url: string;
  pid: number;
  flush(): Promise<void>;
  /** Ends it and starts an empty one on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/**
 * A Redis server of one's own, empty, with the users of a real one. Needs `redis-server` or `valkey-server` on the PATH.
 *
 * @param settings further arguments, for example those of TLS
 */
export async function startTestRedis(settings: string[] = []): Promise<TestRedis> {
  const port = await freePort();
  const url = `redis://${OPERATIONS}:${PASSWORD}@127.0.0.1:${port}`;
  const users = redisUsersFile(() => `>${PASSWORD}`).trimEnd();
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const accounts = users.split('\n').flatMap((line) => `--${line}`.split(' '));
    child = spawn('redis-server', [...own, ...accounts, ...settings], { stdio: 'ignore' });
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
