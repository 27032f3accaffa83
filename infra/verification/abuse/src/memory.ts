import { residentMegabytes } from '@luit/bench/stack-bench';
import type { Stack } from '@luit/local/running-stack';
import { setTimeout as pause } from 'node:timers/promises';

const SAMPLE_INTERVAL_MS = 200;
const RELEASE_CHECK_INTERVAL_MS = 500;

/** The sandbox keeps the vendors' data, so its memory grows. */
const IGNORED_PROCESS = 'sandbox';

export type Megabytes = Record<string, number>;

/** Resident memory in MiB of each process of a stack. For Postgres this is only the postmaster. */
export async function residentMemory({ processes }: Stack): Promise<Megabytes> {
  const own = Object.entries(processes).filter(([name]) => name !== IGNORED_PROCESS);
  return Object.fromEntries(
    await Promise.all(own.map(async ([name, { pid }]) => [name, await megabytesOf(pid)] as const)),
  );
}

/** 0 for a process that has exited, which `Target.hasRestarted` reports. */
async function megabytesOf(pid: number): Promise<number> {
  try {
    return await residentMegabytes(pid);
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}

/** Makes each Node process collect garbage. They must have preloaded `collect-garbage`, which handles the signal. */
export function collectGarbage({ processes }: Stack): void {
  for (const { pid, metrics } of Object.values(processes)) if (metrics !== null) process.kill(pid, 'SIGUSR2');
}

/** Records the peak memory of each process while an attack runs. */
export class MemoryMonitor {
  readonly peaks: Megabytes;
  private isOver = false;
  private readonly watching: Promise<void>;

  private constructor(
    private readonly stackOf: () => Stack,
    readonly before: Megabytes,
  ) {
    this.peaks = { ...before };
    this.watching = this.watch();
  }

  static async start(stackOf: () => Stack): Promise<MemoryMonitor> {
    return new MemoryMonitor(stackOf, await residentMemory(stackOf()));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.watching;
  }

  /** The process with the largest memory growth, and the growth. */
  get largestGrowth(): { name: string; megabytes: number } {
    return largestGrowth(this.before, this.peaks);
  }

  /**
   * Waits until no process has more than `allowed` MiB above its initial memory.
   *
   * @param collect collects garbage, if that is possible
   * @returns a description of the excess memory after `withinMs`, otherwise undefined
   */
  async untilReleased(allowed: number, withinMs: number, collect: () => void): Promise<string | undefined> {
    const end = Date.now() + withinMs;
    for (;;) {
      collect();
      await pause(RELEASE_CHECK_INTERVAL_MS);
      const { name, megabytes } = largestGrowth(this.before, await residentMemory(this.stackOf()));
      if (megabytes <= allowed) return undefined;
      if (Date.now() >= end) return `${name} retains ${megabytes.toFixed(0)} MiB`;
    }
  }

  private async watch(): Promise<void> {
    while (!this.isOver) {
      const now = await residentMemory(this.stackOf());
      for (const [name, megabytes] of Object.entries(now)) {
        this.peaks[name] = Math.max(this.peaks[name] ?? 0, megabytes);
      }
      await pause(SAMPLE_INTERVAL_MS);
    }
  }
}

function largestGrowth(before: Megabytes, now: Megabytes): { name: string; megabytes: number } {
  const growths = Object.entries(now).map(([name, megabytes]) => ({
    name,
    megabytes: megabytes - (before[name] ?? megabytes),
  }));
  return growths.reduce((largest, each) => (each.megabytes > largest.megabytes ? each : largest));
}
