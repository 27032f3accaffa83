import { Redis } from 'ioredis';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Arena } from '../arena';
import { lowest, type Point } from './trend';

const EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
const KIB = 1_024;

/** Figures of memory by name, for example `gateway heap`; bytes. */
export class Samples {
  private readonly series = new Map<string, Point[]>();

  constructor(private readonly arena: Arena) {}

  /** Every ten seconds until that moment. */
  async take(until: number): Promise<void> {
    const redis = new Redis(this.arena.stack.redis);
    try {
      while (Date.now() < until) {
        await Promise.all([this.processes(), this.redisMemory(redis)]);
        await pause(EVERY_MS);
      }
    } finally {
      redis.disconnect();
    }
  }

  /** Since a moment. Heaps by the lowest of each minute: as they are they tell how long ago garbage was collected. */
  since(start: number): Map<string, Point[]> {
    const found = new Map<string, Point[]>();
    for (const [name, all] of this.series) {
      const points = all.filter(({ at }) => at >= start);
      found.set(name, name.endsWith('heap') ? lowest(points, MINUTE_MS) : points);
    }
    return found;
  }

  private async processes(): Promise<void> {
    await Promise.all(
      Object.entries(this.arena.stack.processes).map(async ([name, { pid, metrics }]) => {
        // Of Postgres this is the postmaster alone: what it shares with its children would count again with each.
        this.note(`${name} RSS`, await residentBytes(pid));
        if (metrics === null) return;
        const text = await (await fetch(metrics)).text();
        this.note(`${name} heap`, Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]));
      }),
    );
  }

  private async redisMemory(redis: Redis): Promise<void> {
    const memory = await redis.info('memory');
    this.note('redis used_memory', Number(/^used_memory:(\d+)/m.exec(memory)?.[1]));
  }

  private note(name: string, value: number): void {
    if (!Number.isFinite(value)) throw new Error(`${name} was not told`);
    this.series.set(name, [...(this.series.get(name) ?? []), { at: Date.now(), value }]);
  }
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * KIB;
}
