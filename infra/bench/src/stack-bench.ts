import { startThrowawayStack, NO_RATE_LIMITS } from '@luit/local/throwaway-stack';
import type { RunningStack } from '@luit/local/running-stack';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

const LOOK_AGAIN_MS = 100;

/** A few accounts stand for everybody, so that what is measured is not how many jobs one user may have running. */
const ONE_USER_FOR_ALL = { USER_CONCURRENCY: '1000000' };

/** Runs `work` against a whole stack of its own, without limits on how often one client may ask. `env`: by process. */
export async function withStack<T>(
  work: (running: RunningStack) => Promise<T>,
  env: Record<string, Record<string, string>> = {},
  workers = 1,
): Promise<T> {
  const { running, close } = await startThrowawayStack({
    workers,
    env: {
      ...env,
      gateway: { ...NO_RATE_LIMITS, ...env.gateway },
      generation: { ...ONE_USER_FOR_ALL, ...env.generation },
    },
  });
  try {
    return await work(running);
  } finally {
    await close(true);
  }
}

/** Kernel ticks per second of `/proc/<pid>/stat`; 100 on every Linux we run on. */
const TICKS_PER_SECOND = 100;

/** Seconds of processor time that these processes, and programs that they ran to their end, have used so far. */
export async function cpuSeconds(pids: number[]): Promise<number> {
  const used = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
    }),
  );
  return used.reduce((sum, seconds) => sum + seconds, 0);
}

/** MiB of memory that a process has in use. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}

export function pidOf({ stack }: RunningStack, name: string): number {
  const found = stack.processes[name];
  if (!found) throw new Error(`${name} does not run`);
  return found.pid;
}

/** Runs a question against the stack's database until it answers `true`. */
export async function untilTrue(database: Client, sql: string, values: unknown[] = []): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ answer: boolean }>(sql, values);
    if (rows[0]?.answer) return;
    await pause(LOOK_AGAIN_MS);
  }
}

/** A superuser of the stack's database, who finds what generation's triggers name. */
export async function openDatabase({ stack }: RunningStack): Promise<Client> {
  const client = new Client({ connectionString: stack.postgres, options: '-c search_path=generation' });
  await client.connect();
  return client;
}
