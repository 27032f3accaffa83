import path from 'node:path';
import { RunningStack, type StackPlan } from './running-stack';
import { LuitDirectory } from './luit-directory';
import { luitPlan, type LuitPlanOptions, processesWithHealth } from './luit-plan';
import { guardAgainstOrphans } from './orphan-guard';
import { RunRecord } from './run-record';
import { loadSecrets } from './secrets';
import { chooseStackPorts, type PublicPort } from './stack-ports';
import { findOrInstall, REDIS } from './system-programs';

export interface StackOptions {
  /** Where data, secrets, logs and `stack.json` are kept. */
  luitDir: string;
  /** How many worker processes; 1 when left out. */
  workers?: number;
  /** Variables that replace or add to ours, by process name; `worker` stands for every worker. */
  env?: Record<string, Record<string, string>>;
  /** By process name, the port of what stands between it and Redis. */
  redisPorts?: Record<string, number>;
  /** Ports that are asked for, the rest by default; or 'free' for a stack that stands beside others. */
  ports?: Partial<Record<PublicPort, number>> | 'free';
  /** Removes what earlier runs left in the directory. */
  fresh?: boolean;
  /** The folder of a backup that takes the place of all data before the services start. */
  restore?: string;
  /** Says nothing on the console. */
  quiet?: boolean;
}

/** Makes the plan of a stack once its directory is known to be ours. */
export type Planner = (directory: LuitDirectory, say: (line: string) => void) => Promise<StackPlan>;

/** The plan of Luit itself: Postgres, Redis, the sandbox and every service, built already. */
export function planLuit({
  workers = 1,
  env = {},
  redisPorts,
  ports = {},
  restore,
  part,
}: Pick<StackOptions, 'workers' | 'env' | 'redisPorts' | 'ports' | 'restore'> &
  Pick<LuitPlanOptions, 'part'>): Planner {
  return async (directory, say) => {
    const redisServer = findOrInstall(REDIS, say);
    const chosen = await chooseStackPorts(ports, processesWithHealth(workers));
    return luitPlan({
      directory,
      ports: chosen,
      secrets: loadSecrets(directory.secretsFile),
      workers,
      redisServer,
      env,
      redisPorts,
      restore,
      part,
    });
  };
}

/**
 * Takes a directory for a stack that is about to start.
 * @throws UserError when a stack runs there already, or when its plan cannot be made
 */
export async function openStack(luitDir: string, fresh: boolean, plan: Planner, say: (line: string) => void) {
  const directory = new LuitDirectory(luitDir);
  const record = await RunRecord.claim(directory);
  record.onRelease = guardAgainstOrphans(directory.runFile);
  try {
    if (fresh) directory.wipe();
    directory.prepare();
    return new RunningStack(directory, record, await plan(directory, say), say);
  } catch (error) {
    record.release();
    throw error;
  }
}

/**
 * Starts a whole stack and returns once every part is ready. The checkout has to be built.
 * @throws UserError saying what stands in the way
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const say = options.quiet ? () => {} : (line: string) => console.log(line);
  const running = await openStack(path.resolve(options.luitDir), options.fresh ?? false, planLuit(options), say);
  await running.start();
  return running;
}
