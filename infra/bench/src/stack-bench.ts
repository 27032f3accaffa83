import { startThrowawayStack, WITHOUT_LIMITS } from '@luit/local/throwaway-stack';
import type { RunningStack } from '@luit/local/launch';
import { readFile } from 'node:fs/promises';

/** Runs `work` against a whole stack of its own, without limits on how often one client may ask. `env`: by process. */
export async function withStack<T>(
  work: (running: RunningStack) => Promise<T>,
  env: Record<string, Record<string, string>> = {},
): Promise<T> {
  const { running, close } = await startThrowawayStack({
    env: { ...env, gateway: { ...WITHOUT_LIMITS, ...env.gateway } },
  });
  try {
    return await work(running);
  } finally {
    await close(true);
  }
}

/** Kernel ticks per second of `/proc/<pid>/stat`; 100 on every Linux we run on. */
const TICKS_PER_SECOND = 100;

/** Seconds of processor time that these processes have used so far. */
export async function cpuSeconds(pids: number[]): Promise<number> {
  const used = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    }),
  );
  return used.reduce((sum, seconds) => sum + seconds, 0);
}
