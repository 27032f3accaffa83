import { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import type { Arena } from '../arena';
import { type Blow, describe } from './plan';

/** Strikes the blows. Those at one target wait for each other; different targets suffer at once. */
export class Breaker {
  private readonly turns = new Map<string, Promise<void>>();
  /** What was done when, milliseconds since the beginning. */
  readonly struck: { atMs: number; what: string }[] = [];

  constructor(private readonly arena: Arena) {}

  async strikeAll(blows: Blow[], startedAt: number): Promise<void> {
    const all = blows.map(async (blow) => {
      await pause(Math.max(0, startedAt + blow.atMs - Date.now()));
      const target = 'target' in blow && blow.what !== 'provider' ? blow.target : describe(blow);
      const turn = (this.turns.get(target) ?? Promise.resolve()).then(async () => {
        this.struck.push({ atMs: Date.now() - startedAt, what: describe(blow) });
        await this.strike(blow);
      });
      this.turns.set(target, turn);
      await turn;
    });
    await Promise.all(all);
  }

  private async strike(blow: Blow): Promise<void> {
    const { running, links } = this.arena;
    switch (blow.what) {
      case 'kill':
        running.kill(blow.target, 'SIGKILL');
        return running.untilReady(blow.target);
      case 'freeze':
        running.kill(blow.target, 'SIGSTOP');
        await pause(blow.forMs);
        return running.kill(blow.target, 'SIGCONT');
      case 'restart':
        await running.stopProcess(blow.target);
        await pause(blow.forMs);
        return running.startProcess(blow.target);
      case 'cut off from Redis':
        links[blow.target]?.cut();
        await pause(blow.forMs);
        return links[blow.target]?.mend();
      case 'provider':
        return this.arena.fault(blow.target, blow.fault, blow.forMs / 1_000, blow.share);
      case 'flush Redis':
        return this.askRedis((redis) => redis.flushall());
      case 'drop all connections of Redis':
        return this.askRedis((redis) => redis.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
      case 'drop all connections of Postgres':
        return this.dropPostgres();
    }
  }

  /** Redis itself may be down or frozen just now; then the blow falls once it is back. */
  private async askRedis(work: (redis: Redis) => Promise<unknown>): Promise<void> {
    const redis = new Redis(this.arena.stack.redis, { maxRetriesPerRequest: null });
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
    await this.arena.sql(drop).catch(() => undefined);
  }
}
