import { Redis } from 'ioredis';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCluster } from '../test-cluster';
import type { Point } from './trend';

const EVERY_MS = 10_000;
/** Seldom enough for the resident memory to be what it would be anyway. */
const COLLECT_EVERY = 12;
/** Hardly longer: work goes on, and makes garbage anew. */
const COLLECTED_WITHIN_MS = 50;
const KIB = 1_024;

/** Figures of memory by name, for example `gateway heap`; bytes. */
export class Samples {
  private readonly series = new Map<string, Point[]>();

  constructor(private readonly cluster: TestCluster) {}

  /** Every ten seconds until that moment; heaps every two minutes, once garbage was collected. */
  async take(until: number): Promise<void> {
    const redis = new Redis(this.cluster.stack.redis);
    try {
      // Else it makes a histogram of some 30 kB at the first use of each command, whenever that is.
      await redis.config('SET', 'latency-tracking', 'no');
      for (let turn = 1; Date.now() < until; turn += 1) {
        await Promise.all([this.residents(), this.redisMemory(redis)]);
        if (turn % COLLECT_EVERY === 0) await this.heaps();
        await pause(EVERY_MS);
      }
    } finally {
      redis.disconnect();
    }
  }

  since(start: number): Map<string, Point[]> {
    return new Map([...this.series].map(([name, all]) => [name, all.filter(({ at }) => at >= start)]));
  }

  /** Of Postgres this is the postmaster alone: what it shares with its children would count again with each. */
  private async residents(): Promise<void> {
    await Promise.all(
      Object.entries(this.cluster.stack.processes).map(async ([name, { pid }]) =>
        this.note(`${name} RSS`, await residentBytes(pid)),
      ),
    );
  }

  private async heaps(): Promise<void> {
    const processes = Object.entries(this.cluster.stack.processes).flatMap(([name, { pid, metrics }]) =>
      metrics === null ? [] : [{ name, pid, metrics }],
    );
    for (const { pid } of processes) process.kill(pid, 'SIGUSR2');
    await pause(COLLECTED_WITHIN_MS);
    await Promise.all(
      processes.map(async ({ name, metrics }) => {
        const text = await (await fetch(metrics)).text();
        this.note(`${name} heap`, Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]));
      }),
    );
  }

  /**
   * As a whole, and without the buffers of its clients: a connection has one of 20 to 30 kB while it is used, and gives it back
   * two seconds later, so that a sample counts who happened to be talking.
   */
  private async redisMemory(redis: Redis): Promise<void> {
    const memory = await redis.info('memory');
    const [used = NaN, ofClients = NaN] = ['used_memory', 'mem_clients_normal'].map((field) =>
      Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(memory)?.[1]),
    );
    this.note('redis used_memory', used);
    this.note('redis data', used - ofClients);
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
