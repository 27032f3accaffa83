import path from 'node:path';
import { RunningStack, type StackPlan } from './running-stack';
import { LuitDirectory } from './luit-directory';
import { furtherGateways, luitPlan, type LuitPlanOptions, processesWithHealth } from './luit-plan';
import { guardAgainstOrphans } from './orphan-guard';
import type { PoolerOptions } from './pgbouncer-process';
import { PortLeases } from './port-leases';
import { RunRecord } from './run-record';
import { loadSecrets } from './secrets';
import { chooseStackPorts, type PublicPort } from './stack-ports';
import { provideFfmpeg, redisServerPath } from './system-programs';

export interface StackOptions {
  /** Folder for data, secrets, logs and `stack.json`. */
  luitDir: string;
  /** Number of worker processes; 1 by default. */
  workers?: number;
  /** Processes of each other service; 1 by default. */
  replicas?: number;
  /** Additional or overriding variables by process name; `worker` applies to every worker. */
  env?: Record<string, Record<string, string>>;
  /** By process name, the port of a proxy between it and Redis. */
  redisPorts?: Record<string, number>;
  /** The URL of each user at a Redis that runs already, in place of the stack's own. */
  redisAt?: LuitPlanOptions['redisAt'];
  /** Additional or overriding settings of Postgres. */
  postgresSettings?: Record<string, string>;
  /** PgBouncer between the services and Postgres. */
  pooler?: PoolerOptions;
  /** For a stack with little load: processes collect garbage more often and need a fifth less memory. */
  savesMemory?: boolean;
  /** Requested ports; or 'free' for random ports, so that several stacks run side by side. */
  ports?: Partial<Record<PublicPort, number>> | 'free';
  /** Moves the data of earlier runs aside. */
  fresh?: boolean;
  /** The folder of a backup that takes the place of all data before the services start. */
  restore?: string;
  /** Says nothing on the console. */
  quiet?: boolean;
}

/**
 * Plans a stack after its directory has been acquired. It is called again if another program takes a port of the plan before the
 * stack has bound it.
 */
export type Planner = (directory: LuitDirectory, log: (line: string) => void, leases: PortLeases) => Promise<StackPlan>;

/** Plans Luit itself: Postgres, Redis, the sandbox and every service, from their builds. */
export function planLuit({
  workers = 1,
  replicas = 1,
  env = {},
  redisPorts,
  redisAt,
  postgresSettings,
  pooler,
  savesMemory,
  ports = {},
  restore,
  part,
}: Omit<StackOptions, 'luitDir' | 'fresh' | 'quiet'> & Pick<LuitPlanOptions, 'part'>): Planner {
  return async (directory, log, leases) => {
    const redisServer = redisServerPath(log);
    provideFfmpeg(log);
    const withHealth = processesWithHealth(workers, replicas);
    const chosen = await chooseStackPorts(leases, ports, withHealth, furtherGateways(replicas));
    return luitPlan({
      directory,
      ports: chosen,
      secrets: loadSecrets(directory.secretsFile),
      workers,
      replicas,
      redisServer,
      env,
      redisPorts,
      redisAt,
      postgresSettings,
      pooler,
      savesMemory,
      restore,
      part,
    });
  };
}

/**
 * Acquires a directory for a new stack and plans it.
 * @throws UserError when a stack is already running there, or when planning fails
 */
export async function openStack(luitDir: string, fresh: boolean, plan: Planner, log: (line: string) => void) {
  const directory = new LuitDirectory(luitDir);
  const record = await RunRecord.acquire(directory);
  const leases = new PortLeases();
  const endGuard = guardAgainstOrphans(directory.runFile);
  record.onRelease = () => {
    endGuard();
    leases.release();
  };
  const planWithOwnPorts = () => {
    leases.release();
    return plan(directory, log, leases);
  };
  try {
    const kept = fresh ? directory.setAside(new Date()) : undefined;
    if (kept) log(`The earlier data is in ${kept}. Delete it when you no longer need it.`);
    directory.prepare();
    return new RunningStack(directory, record, await planWithOwnPorts(), planWithOwnPorts, log);
  } catch (error) {
    record.release();
    throw error;
  }
}

/**
 * Starts a whole stack and returns once every process is ready. The checkout must be built.
 * @throws UserError explaining why it cannot start
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const log = options.quiet ? () => {} : (line: string) => console.log(line);
  const running = await openStack(path.resolve(options.luitDir), options.fresh ?? false, planLuit(options), log);
  await running.start();
  return running;
}
