import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RunningStack, Stack } from './running-stack';
import { openStack, planLuit, type StackOptions } from './stack';

export interface ThrowawayStack {
  running: RunningStack;
  /** Folder with its data. */
  luitDir: string;
  /** Stops the stack and removes its data; with `isForced` without waiting for work in flight. */
  close(isForced?: boolean): Promise<void>;
}

/** Gateway settings for tests and load that exceed the rate limits. */
export const NO_RATE_LIMITS = { RATE_LIMIT_FACTOR: '10000' };

const run = promisify(execFile);

const newDirectory = () => mkdtemp(path.join(tmpdir(), 'luit-throwaway-'));
const silent = () => undefined;

/**
 * Creates a migrated database as a template for throwaway stacks, which saves each of them a third of its startup time. The
 * caller passes the folder in LUIT_MIGRATED_DATABASE and removes it in the end.
 */
export async function createMigratedDatabase(): Promise<string> {
  const luitDir = await newDirectory();
  const database = await openStack(luitDir, false, planLuit({ ports: 'free', part: 'database' }), silent);
  await database.start();
  await database.stop();
  return luitDir;
}

/** Starts a stack in a temporary folder on free ports, for tests and measurements. The checkout must be built. */
export async function startThrowawayStack(
  options: Pick<
    StackOptions,
    'workers' | 'replicas' | 'env' | 'redisPorts' | 'redisAt' | 'postgresSettings' | 'pooler'
  > & {
    /** Called with the addresses and the folder before anything is started, and again before each start with other ports. */
    planned?: (stack: Stack, luitDir: string) => void;
  } = {},
): Promise<ThrowawayStack> {
  const luitDir = await newDirectory();
  const { LUIT_MIGRATED_DATABASE } = process.env;
  // `cp -a` keeps the owner, which Postgres requires; Node's copy functions do not.
  if (LUIT_MIGRATED_DATABASE) await run('cp', ['-a', `${LUIT_MIGRATED_DATABASE}/.`, luitDir]);
  const part = LUIT_MIGRATED_DATABASE ? 'services' : undefined;
  const running = await openStack(luitDir, false, planLuit({ ...options, ports: 'free', part }), silent);
  const reportPlan = () => options.planned?.(running.stack, luitDir);
  reportPlan();
  await running.start(reportPlan);
  return {
    running,
    luitDir,
    close: async (isForced = false) => {
      await (isForced ? running.forceStop() : running.stop());
      await rm(luitDir, { recursive: true, force: true });
    },
  };
}
