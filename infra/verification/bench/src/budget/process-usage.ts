import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks per second in `/proc/<pid>/stat`, which is 100 on all common Linux systems. */
const TICKS_PER_SECOND = 100;
const MS_PER_TICK = 1_000 / TICKS_PER_SECOND;

/** Milliseconds of processor time of one process, without its child processes, such as ffmpeg. */
export async function ownCpuMs(pid: number): Promise<number> {
  const { user, system } = await readStat(pid);
  return (user + system) * MS_PER_TICK;
}

/** Milliseconds of processor time of a process, its children, and its children that have exited, for example Postgres' sessions. */
export async function familyCpuMs(pid: number): Promise<number> {
  const children = await childrenOf(pid);
  const parent = await readStat(pid);
  const living = [parent, ...children].reduce((sum, { user, system }) => sum + user + system, 0);
  return (living + parent.exitedChildren) * MS_PER_TICK;
}

/** MiB that a process and its children keep in memory; pages that processes share are divided among them. */
export async function familyMemoryMb(pid: number): Promise<number> {
  const pids = [pid, ...(await childrenOf(pid)).map((child) => child.pid)];
  const sizes = await Promise.all(
    pids.map(async (each) => {
      const text = await readFile(`/proc/${each}/smaps_rollup`, 'utf8').catch(unlessExited);
      return Number(/^Pss:\s+(\d+) kB/m.exec(text ?? '')?.[1] ?? 0);
    }),
  );
  return sizes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1_024;
}

async function childrenOf(parent: number) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(pids.map((pid) => readStat(pid).catch(unlessExited)));
  return stats.filter((stat) => stat?.parent === parent).filter((stat) => stat !== undefined);
}

async function readStat(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name, which is in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map((index) =>
    Number(fields[index]),
  );
  return { pid, parent, user, system, exitedChildren: childUser + childSystem };
}

function unlessExited(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ESRCH'].includes(error.code ?? '')) throw error;
}
