import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from './eventually';
import { freePort, REDIS_SERVER, startTestRedis, type TestRedis } from './redis';

const NAME = 'luit';
const SENTINELS = 3;
const QUORUM = 2;
/** A server that does not answer for this long is down, milliseconds. */
const DOWN_AFTER_MS = 2_000;
const FAILOVER_TIMEOUT_MS = 10_000;

/** Test servers: a primary, its replica and three Sentinels. */
export interface TestSentinels {
  primary: TestRedis;
  replica: TestRedis;
  /** REDIS_URL of the user with all permissions. */
  url: string;
  stop(): Promise<void>;
}

/** Returns once every Sentinel knows the replica and the other ones. */
export async function startTestSentinels(): Promise<TestSentinels> {
  const primary = await startTestRedis();
  const replica = await startTestRedis(['--replicaof', '127.0.0.1', new URL(primary.url).port]);
  const ports = await Promise.all(Array.from({ length: SENTINELS }, freePort));
  const running = ports.map((port) => startSentinel(new URL(primary.url), [`port ${port}`]));
  const [first] = ports;
  const sentinel = new Redis({ port: first, retryStrategy: () => 50, maxRetriesPerRequest: null });
  sentinel.on('error', () => undefined);
  // Before it knows the replica and the other Sentinels, a Sentinel cannot fail over.
  await eventually(async () => {
    const known = (await sentinel.call('SENTINEL', 'MASTER', NAME)) as string[];
    const valueOf = (name: string) => Number(known[known.indexOf(name) + 1]);
    if (valueOf('num-slaves') < 1 || valueOf('num-other-sentinels') < SENTINELS - 1) throw new Error('not discovered');
  }, 20_000);
  sentinel.disconnect();
  const { username, password } = new URL(primary.url);
  return {
    primary,
    replica,
    url: `redis+sentinel://${username}:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${NAME}`,
    stop: async () => {
      await Promise.all(running.map(({ stop }) => stop()));
      await Promise.all([primary.stop(), replica.stop()]);
    },
  };
}

/**
 * Starts a Sentinel that watches a primary under the name `luit`.
 *
 * @param settings further lines of its configuration, among them its port
 */
export function startSentinel(
  { hostname, port, username, password }: URL,
  settings: string[],
): { stop(): Promise<void> } {
  const folder = mkdtempSync(path.join(tmpdir(), 'luit-sentinel-'));
  const file = path.join(folder, 'sentinel.conf');
  const lines = [
    ...settings,
    `dir ${folder}`,
    `sentinel monitor ${NAME} ${hostname} ${port} ${QUORUM}`,
    `sentinel auth-user ${NAME} ${username}`,
    `sentinel auth-pass ${NAME} ${password}`,
    `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
    `sentinel failover-timeout ${NAME} ${FAILOVER_TIMEOUT_MS}`,
  ];
  writeFileSync(file, lines.join('\n'));
  const child = spawn(REDIS_SERVER, [file, '--sentinel'], { stdio: 'ignore' });
  child.on('error', (error) => {
    throw new Error(`${REDIS_SERVER} failed to start: ${error.message}`);
  });
  return {
    stop: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
