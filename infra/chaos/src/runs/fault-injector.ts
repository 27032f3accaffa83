import { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestCluster } from '../test-cluster';
import { type Fault, describe } from './run-plan';

/** Strikes the faults. Those at one target wait for each other; different targets suffer at once. */
export class FaultInjector {
  private readonly turns = new Map<string, Promise<void>>();
  /** What was done when, milliseconds since the beginning. */
  readonly injected: { atMs: number; what: string }[] = [];

  constructor(private readonly cluster: TestCluster) {}

  async injectAll(faults: Fault[], startedAt: number): Promise<void> {
    const all = faults.map(async (fault) => {
      await pause(Math.max(0, startedAt + fault.atMs - Date.now()));
      const target = 'target' in fault && fault.what !== 'provider' ? fault.target : describe(fault);
      const turn = (this.turns.get(target) ?? Promise.resolve()).then(async () => {
        this.injected.push({ atMs: Date.now() - startedAt, what: describe(fault) });
        await this.inject(fault);
      });
      this.turns.set(target, turn);
      await turn;
    });
    await Promise.all(all);
  }

  private async inject(fault: Fault): Promise<void> {
    const { running, proxies } = this.cluster;
    switch (fault.what) {
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
      case 'cut off from Redis':
        proxies[fault.target]?.cut();
        await pause(fault.forMs);
        return proxies[fault.target]?.mend();
      case 'provider':
        return this.cluster.fault(fault.target, fault.fault, fault.forMs / 1_000, fault.share);
      case 'flush Redis':
        return this.askRedis((redis) => redis.flushall());
      case 'drop all connections of Redis':
        return this.askRedis((redis) => redis.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
      case 'drop all connections of Postgres':
        return this.dropPostgres();
    }
  }

  /** Redis itself may be down or frozen just now; then the fault falls once it is back. */
  private async askRedis(work: (redis: Redis) => Promise<unknown>): Promise<void> {
    const redis = new Redis(this.cluster.stack.redis, { maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
    try {
      await work(redis);
    } finally {
      redis.disconnect();
    }
  }

  private async dropPostgres(): Promise<void> {
    const drop = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'luit_%'`;
    // Where Postgres is down just now nobody is connected.
    await this.cluster.sql(drop).catch(() => undefined);
  }
}
