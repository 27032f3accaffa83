import { residentMegabytes } from '@luit/bench/stack-bench';
import type { Stack } from '@luit/local/running-stack';
import { setTimeout as pause } from 'node:timers/promises';

const EVERY_MS = 200;
const RETURN_EVERY_MS = 500;

/** Stands in for the vendors and keeps what they would keep; it is no part of Luit. */
const NO_PART_OF_LUIT = 'sandbox';

export type Megabytes = Record<string, number>;

/** Resident memory of each process of a stack, MiB. Of Postgres this is the postmaster alone. */
export async function residentMemory({ processes }: Stack): Promise<Megabytes> {
  const own = Object.entries(processes).filter(([name]) => name !== NO_PART_OF_LUIT);
  return Object.fromEntries(
    await Promise.all(own.map(async ([name, { pid }]) => [name, await megabytesOf(pid)] as const)),
  );
}

/** 0 for a process that has ended, which `Target.hasRestarted` reports. */
async function megabytesOf(pid: number): Promise<number> {
  try {
    return await residentMegabytes(pid);
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}

/** Asks each Node process to collect its garbage. They take the signal only where `collect-garbage` was loaded into them. */
export function collectGarbage({ processes }: Stack): void {
  for (const { pid, metrics } of Object.values(processes)) if (metrics !== null) process.kill(pid, 'SIGUSR2');
}

/** Measures memory while something goes on. */
export class MemoryWatch {
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

  static async start(stackOf: () => Stack): Promise<MemoryWatch> {
    return new MemoryWatch(stackOf, await residentMemory(stackOf()));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.watching;
  }

  /** The process that grew the most above what it had before, and by how much. */
  get largestGrowth(): { name: string; megabytes: number } {
    return largestGrowth(this.before, this.peaks);
  }

  /**
   * Waits until no process has more than `allowed` MiB above what it had before.
   *
   * @param collect asks for garbage to be collected, where that is possible
   * @returns what is left above it when that took too long, else undefined
   */
  async untilBack(allowed: number, withinMs: number, collect: () => void): Promise<string | undefined> {
    const end = Date.now() + withinMs;
    for (;;) {
      collect();
      await pause(RETURN_EVERY_MS);
      const { name, megabytes } = largestGrowth(this.before, await residentMemory(this.stackOf()));
      if (megabytes <= allowed) return undefined;
      if (Date.now() >= end) return `${name} keeps ${megabytes.toFixed(0)} MiB`;
    }
  }

  private async watch(): Promise<void> {
    while (!this.isOver) {
      const now = await residentMemory(this.stackOf());
      for (const [name, megabytes] of Object.entries(now)) {
        this.peaks[name] = Math.max(this.peaks[name] ?? 0, megabytes);
      }
      await pause(EVERY_MS);
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
