import { startThrowawayStack, NO_RATE_LIMITS } from '@luit/local/throwaway-stack';
import type { RunningStack } from '@luit/local/running-stack';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

const POLL_MS = 100;

/** A few accounts create the whole load, so the limit of jobs per user must not apply. */
const NO_CONCURRENCY_LIMIT = { USER_CONCURRENCY: '1000000' };

/** Runs `work` against a throwaway stack without rate limits, whose data are in `luitDir`. `env`: variables by process. */
export async function withStack<T>(
  work: (running: RunningStack, luitDir: string) => Promise<T>,
  env: Record<string, Record<string, string>> = {},
  workers = 1,
): Promise<T> {
  const { running, luitDir, close } = await startThrowawayStack({
    workers,
    env: {
      ...env,
      gateway: { ...NO_RATE_LIMITS, ...env.gateway },
      generation: { ...NO_CONCURRENCY_LIMIT, ...env.generation },
    },
  });
  try {
    return await work(running, luitDir);
  } finally {
    await close(true);
  }
}

/** Clock ticks per second in `/proc/<pid>/stat`, which is 100 on all common Linux systems. */
const TICKS_PER_SECOND = 100;

/** Seconds of CPU time that processes and their exited children have used so far. */
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

/** Resident memory of a process in MiB. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}

export function pidOf({ stack }: RunningStack, name: string): number {
  const found = stack.processes[name];
  if (!found) throw new Error(`${name} is not running`);
  return found.pid;
}

/** Repeats a query until its column `answer` is true. */
export async function untilTrue(database: Client, sql: string, values: unknown[] = []): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ answer: boolean }>(sql, values);
    if (rows[0]?.answer) return;
    await pause(POLL_MS);
  }
}

/** Connects to the stack's database as a superuser whose search path is generation's, which its triggers need. */
export async function openDatabase({ stack }: RunningStack): Promise<Client> {
  const client = new Client({ connectionString: stack.postgres, options: '-c search_path=generation' });
  await client.connect();
  return client;
}
