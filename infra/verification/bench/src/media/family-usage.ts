import { readdir, readFile } from 'node:fs/promises';
import { familyCpuMs } from '../budget/process-usage';

const SAMPLE_MS = 20;
const MIB = 2 ** 20;

export interface Usage {
  /** Of this process and the programs that it started. */
  cpuMs: number;
  wallMs: number;
  /** Through system calls, whether from a disk, from memory or from a socket. */
  readMb: number;
  writtenMb: number;
  /** Resident memory of the program that needed most, MiB. */
  peakMb: number;
}

/** What some work costs this process and the programs that it runs. */
export async function familyUsage(work: () => Promise<unknown>): Promise<Usage> {
  let peakMb = 0;
  const sampling = setInterval(() => {
    void largestChildMb().then((size) => (peakMb = Math.max(peakMb, size)));
  }, SAMPLE_MS);
  const [cpuBefore, ioBefore, start] = [await familyCpuMs(process.pid), await familyIo(), performance.now()];
  try {
    await work();
  } finally {
    clearInterval(sampling);
  }
  const wallMs = performance.now() - start;
  const [cpuAfter, ioAfter] = [await familyCpuMs(process.pid), await familyIo()];
  return {
    cpuMs: cpuAfter - cpuBefore,
    wallMs,
    readMb: (ioAfter.read - ioBefore.read) / MIB,
    writtenMb: (ioAfter.written - ioBefore.written) / MIB,
    peakMb,
  };
}

async function childrenOf(pid: number | 'self'): Promise<string[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(tasks.map((task) => readOrEmpty(`/proc/${pid}/task/${task}/children`)));
  return lists.flatMap((list) => list.split(' ').filter(Boolean));
}

async function largestChildMb(): Promise<number> {
  const statuses = await Promise.all((await childrenOf('self')).map((pid) => readOrEmpty(`/proc/${pid}/status`)));
  const sizes = statuses.map((status) => Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0));
  return Math.max(0, ...sizes) / 1_024;
}

/** Bytes; the kernel adds those of children that have exited. */
async function familyIo(): Promise<{ read: number; written: number }> {
  const texts = await Promise.all(['self', ...(await childrenOf('self'))].map((pid) => readOrEmpty(`/proc/${pid}/io`)));
  const sum = (field: string) =>
    texts.reduce((total, text) => total + Number(new RegExp(`^${field}: (\\d+)`, 'm').exec(text)?.[1] ?? 0), 0);
  return { read: sum('rchar'), written: sum('wchar') };
}

/** The process may have ended meanwhile. */
function readOrEmpty(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'ESRCH'].includes(error.code ?? '')) throw error;
    return '';
  });
}
