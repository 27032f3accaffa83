import { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCluster } from '../test-cluster';
import { lockRow, makeReadOnly } from './postgres-faults';
import type { ProcessClocks } from './process-clocks';
import { type Fault, describe } from './run-plan';

/** Injects planned faults. Faults of one target run one after the other; faults of different targets overlap. */
export class FaultInjector {
  private readonly lastOfTarget = new Map<string, Promise<void>>();
  /** Faults injected so far; `atMs` counts from the start of the run. */
  readonly injected: { atMs: number; description: string }[] = [];

  constructor(
    private readonly cluster: TestCluster,
    private readonly clocks: ProcessClocks,
  ) {}

  async injectAll(faults: Fault[], startedAt: number): Promise<void> {
    const all = faults.map(async (fault) => {
      await pause(Math.max(0, startedAt + fault.atMs - Date.now()));
      const target = 'target' in fault && fault.kind !== 'provider error' ? fault.target : describe(fault);
      const injection = (this.lastOfTarget.get(target) ?? Promise.resolve()).then(async () => {
        this.injected.push({ atMs: Date.now() - startedAt, description: describe(fault) });
        await this.inject(fault);
      });
      this.lastOfTarget.set(target, injection);
      await injection;
    });
    await Promise.all(all);
  }

  private async inject(fault: Fault): Promise<void> {
    const { running, proxies } = this.cluster;
    switch (fault.kind) {
      case 'kill':
        running.kill(fault.target, 'SIGKILL');
        return running.untilReady(fault.target);
      case 'freeze':
        running.kill(fault.target, 'SIGSTOP');
        await pause(fault.forMs);
        return running.kill(fault.target, 'SIGCONT');
      case 'restart':
        await running.stopProcess(fault.target);
        await pause(fault.forMs);
        return running.startProcess(fault.target);
      case 'stall Redis connections':
        proxies[fault.target]?.stall();
        await pause(fault.forMs);
        return proxies[fault.target]?.resume();
      case 'provider error':
        return this.cluster.injectFault(fault.target, fault.error, fault.forMs / 1_000, fault.probability);
      case 'row lock':
        // If Postgres is stopped, the lock ends.
        return lockRow(this.cluster.stack.postgres, fault.service, fault.forMs).catch(() => undefined);
      case 'read-only Postgres':
        return makeReadOnly(this.cluster.stack.postgres, fault.forMs);
      case 'shift clock':
        await this.clocks.shift(running, fault.target, fault.offsetMs);
        await pause(fault.forMs);
        return this.clocks.shift(running, fault.target, 0);
      case 'flush Redis':
        return this.withRedis((redis) => redis.flushall());
      case 'close all Redis connections':
        return this.withRedis((redis) => redis.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
      case 'close all Postgres connections':
        return this.closePostgresConnections();
    }
  }

  /** If Redis itself is down or frozen, waits until it is back. */
  private async withRedis(work: (redis: Redis) => Promise<unknown>): Promise<void> {
    const redis = new Redis(this.cluster.stack.redis, { maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
    try {
      await work(redis);
    } finally {
      redis.disconnect();
    }
  }

  private async closePostgresConnections(): Promise<void> {
    const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'luit_%'`;
    // If Postgres is down, there are no connections to close.
    await this.cluster.sql(terminate).catch(() => undefined);
  }
}
