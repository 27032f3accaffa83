import { Redis } from 'ioredis';
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, Socket, type AddressInfo } from 'node:net';
import type { Writable } from 'node:stream';
import { OPERATIONS, type RedisUser, redisUsersFile } from '../redis-users';

const PASSWORD = 'of-every-test-user';
/** Redis or Valkey. */
export const REDIS_SERVER = process.env.REDIS_SERVER ?? 'redis-server';

/** Returns the URL of a test Redis for another user. Other URLs are returned unchanged. */
export function asRedisUser(user: RedisUser, url: string): string {
  return url.replace(`//${OPERATIONS}:${PASSWORD}@`, `//${user}:${PASSWORD}@`);
}

export interface TestRedis {
  /** URL of the user with all permissions. Services under test connect as themselves; see `asRedisUser`. */
  url: string;
  flush(): Promise<void>;
  stop(): Promise<void>;
  /** Starts an empty server on the same port after `stop`. */
  start(): Promise<void>;
}

/**
 * Runs `redis-server` ("$0" "$@") until the pipe from this process closes, which happens however the process ends. Shells give background
 * commands no input of their own.
 */
const GUARD = 'exec 3<&0; "$0" "$@" & server=$!; (cat <&3 >/dev/null; kill -KILL $server 2>/dev/null) & wait $server';

/** Servers that earlier spec files of this Jest worker have given back. Starting one takes a tenth of a second of processor time. */
const idle: TestRedis[] = [];

/** An empty Redis server with the production users. Give it back with `giveBackTestRedis`. */
export async function takeTestRedis(): Promise<TestRedis> {
  return idle.pop() ?? startTestRedis();
}

/** Disconnects every client, deletes all data, and keeps the server for the next spec file. */
export async function giveBackTestRedis(redis: TestRedis): Promise<void> {
  const client = new Redis(redis.url);
  for (const type of ['normal', 'pubsub']) await client.client('KILL', 'TYPE', type, 'SKIPME', 'yes');
  await client.flushall();
  await client.script('FLUSH');
  client.disconnect();
  idle.push(redis);
}

/**
 * Starts an empty Redis server with the production users. Requires `redis-server` on the PATH, or the variable REDIS_SERVER.
 *
 * @param settings additional command-line arguments, for example for TLS
 * @throws Error if the server does not start
 */
export async function startTestRedis(settings: string[] = []): Promise<TestRedis> {
  const port = await freePort();
  const url = `redis://${OPERATIONS}:${PASSWORD}@127.0.0.1:${port}`;
  const users = redisUsersFile(() => `>${PASSWORD}`).trimEnd();
  let child: ChildProcessByStdio<Writable, null, null>;
  const start = async (): Promise<void> => {
    const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    // Redis waits 5 s by default for further replicas before it sends its data to the first one.
    const replication = [
      '--masteruser',
      OPERATIONS,
      '--masterauth',
      PASSWORD,
      '--repl-diskless-sync-delay',
      '0',
      '--repl-diskless-load',
      'swapdb',
    ];
    const accounts = users.split('\n').flatMap((line) => `--${line}`.split(' '));
    const args = ['-c', GUARD, REDIS_SERVER, ...own, ...replication, ...accounts, ...settings];
    child = spawn('/bin/sh', args, { stdio: ['pipe', 'ignore', 'ignore'] });
    const { stdin } = child;
    child.on('exit', () => stdin.destroy());
    // An idle server keeps no process from ending.
    child.unref();
    if (stdin instanceof Socket) stdin.unref();
    await untilReachable(url, child);
  };
  await start();
  return {
    url,
    flush: async () => {
      const redis = new Redis(url);
      await redis.flushall();
      redis.disconnect();
    },
    start,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      // Otherwise, this process could end before the server has.
      child.ref();
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

/** @throws Error if the server ends before, for example because another process has taken a port of it since */
async function untilReachable(url: string, server: ChildProcess): Promise<void> {
  const redis = new Redis(url, { retryStrategy: () => 10, maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  const stopWatching = new AbortController();
  const end = once(server, 'exit', { signal: stopWatching.signal }).then(() => {
    throw new Error(`${REDIS_SERVER} ended before it was reachable`);
  });
  try {
    await Promise.race([redis.ping(), end]);
  } finally {
    end.catch(() => undefined);
    stopWatching.abort();
    redis.disconnect();
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
