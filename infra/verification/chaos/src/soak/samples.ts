import { Redis } from 'ioredis';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCluster } from '../test-cluster';
import type { Point } from './trend';

const INTERVAL_MS = 10_000;
/** Every twelfth sample forces a garbage collection. More frequent ones would lower the resident memory that the test measures. */
const COLLECT_EVERY = 12;
/** Short, because the running load creates new garbage. */
const COLLECTED_WITHIN_MS = 50;
const KIB = 1_024;

/** Memory in bytes by series, for example `gateway heap`. */
export class Samples {
  private readonly series = new Map<string, Point[]>();

  constructor(private readonly cluster: TestCluster) {}

  /** Takes samples every ten seconds until `until`; of heaps every two minutes, after a garbage collection. */
  async take(until: number): Promise<void> {
    const redis = new Redis(this.cluster.stack.redis);
    try {
      // Otherwise Redis allocates a histogram of some 30 kB at the first use of each command.
      await redis.config('SET', 'latency-tracking', 'no');
      for (let turn = 1; Date.now() < until; turn += 1) {
        await Promise.all([this.sampleResidentMemory(), this.sampleRedis(redis)]);
        if (turn % COLLECT_EVERY === 0) await this.sampleHeaps();
        await pause(INTERVAL_MS);
      }
    } finally {
      redis.disconnect();
    }
  }

  since(start: number): Map<string, Point[]> {
    return new Map([...this.series].map(([name, all]) => [name, all.filter(({ at }) => at >= start)]));
  }

  /** For Postgres only the postmaster is measured: memory that it shares with its children would count repeatedly. */
  private async sampleResidentMemory(): Promise<void> {
    await Promise.all(
      Object.entries(this.cluster.stack.processes).map(async ([name, { pid }]) =>
        this.add(`${name} RSS`, await residentBytes(pid)),
      ),
    );
  }

  private async sampleHeaps(): Promise<void> {
    const processes = Object.entries(this.cluster.stack.processes).flatMap(([name, { pid, metrics }]) =>
      metrics === null ? [] : [{ name, pid, metrics }],
    );
    for (const { pid } of processes) process.kill(pid, 'SIGUSR2');
    await pause(COLLECTED_WITHIN_MS);
    await Promise.all(
      processes.map(async ({ name, metrics }) => {
        const text = await (await fetch(metrics)).text();
        this.add(`${name} heap`, Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]));
      }),
    );
  }

  /**
   * Samples Redis' memory with and without client buffers. An active connection has a buffer of 20 to 30 kB and frees it
   * two seconds later, so the total depends on which clients happen to be active.
   */
  private async sampleRedis(redis: Redis): Promise<void> {
    const memory = await redis.info('memory');
    const [used = NaN, ofClients = NaN] = ['used_memory', 'mem_clients_normal'].map((field) =>
      Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(memory)?.[1]),
    );
    this.add('redis used_memory', used);
    this.add('redis data', used - ofClients);
  }

  private add(name: string, value: number): void {
    if (!Number.isFinite(value)) throw new Error(`${name} could not be read`);
    this.series.set(name, [...(this.series.get(name) ?? []), { at: Date.now(), value }]);
  }
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * KIB;
}
