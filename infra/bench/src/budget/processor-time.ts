import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks per second in `/proc/<pid>/stat`, which is 100 on all common Linux systems. */
const TICKS_PER_SECOND = 100;
const MS_PER_TICK = 1_000 / TICKS_PER_SECOND;

/** Milliseconds of processor time of one process, without those of the programs that it started, such as ffmpeg. */
export async function ownCpuMs(pid: number): Promise<number> {
  const { user, system } = await readStat(pid);
  return (user + system) * MS_PER_TICK;
}

/** Milliseconds of processor time of a process, its children, and its children that have exited, for example Postgres' sessions. */
export async function familyCpuMs(pid: number): Promise<number> {
  const entries = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(entries.map((entry) => readStat(entry).catch(unlessExited)));
  const children = stats.filter((stat) => stat?.parent === pid);
  const parent = await readStat(pid);
  const living = [parent, ...children].reduce((sum, stat) => sum + (stat?.user ?? 0) + (stat?.system ?? 0), 0);
  return (living + parent.exitedChildren) * MS_PER_TICK;
}

async function readStat(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name, which is in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map((index) =>
    Number(fields[index]),
  );
  return { parent, user, system, exitedChildren: childUser + childSystem };
}

function unlessExited(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ESRCH'].includes(error.code ?? '')) throw error;
}
