import type { Service } from '@luit/contracts/messages/message';
import { presenceKey } from '@luit/contracts/registry/redis-access';
import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { parseRedisMessage } from '../redis/redis-messages';
import type { RedisClock } from '../redis/redis-clock';
import type { Schedule } from '../scheduling/schedule';
import type { Scheduler } from '../scheduling/scheduler';
import { within } from '../scheduling/within';

const INTERVAL_MS = 5_000;
const FAREWELL_MS = 1_000;

/** A process that gave no sign of life for this long is killed, frozen or cut off, milliseconds. */
export const SILENT_MS = 20_000;
/** An update replaces the last process of a service, which left cleanly, within this time, milliseconds. Shorter than jobs wait before there is an alert. */
export const UPDATE_MS = 3 * 60_000;

const signOfLife = z.object({
  /** Milliseconds on the clock of Redis. */
  at: z.number(),
  startedAt: z.number(),
  /** It shut down cleanly. */
  hasLeft: z.boolean(),
});
export type SignOfLife = z.infer<typeof signOfLife> & { instance: string };

/** Keeps a sign of life of this process in Redis. A killed process leaves its last one, so that it is missed. */
export class Presence implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Presence.name);
  private startedAt = 0;
  private hasLeft = false;
  private schedule?: Schedule;

  constructor(
    private readonly redis: Redis,
    private readonly clock: RedisClock,
    private readonly scheduler: Scheduler,
    private readonly service: Service,
    private readonly instance: string,
  ) {}

  onApplicationBootstrap(): void {
    this.startedAt = this.clock.now();
    const options = { firstMs: 0, isAwaitedAtShutdown: false };
    this.schedule = this.scheduler.every('presence', INTERVAL_MS, () => this.show(), options);
  }

  /** Nobody misses a process that shuts down cleanly. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.schedule?.stop();
    this.hasLeft = true;
    await within(FAREWELL_MS, this.show()).catch((error: Error) =>
      this.log.warn({ msg: 'This process will be missed: Redis did not take its farewell', reason: error.message }),
    );
  }

  private async show(): Promise<void> {
    const { startedAt, hasLeft } = this;
    const sign = JSON.stringify({ at: this.clock.now(), startedAt, hasLeft });
    await this.redis.hset(presenceKey(this.service), this.instance, sign);
  }
}

/** The last signs of life of a service's processes. */
export async function readPresence(redis: Redis, service: Service): Promise<SignOfLife[]> {
  const key = presenceKey(service);
  return Object.entries(await redis.hgetall(key)).flatMap(([instance, text]) => {
    const sign = parseRedisMessage(signOfLife, text, key);
    return sign ? [{ ...sign, instance }] : [];
  });
}

/** Longer than two rounds of a watcher on a busy machine. */
const GAP_MS = 15_000;

/**
 * Whether a watcher may conclude anything from a sign of life that is old. After the watcher started, froze or lost Redis, those who live need time
 * to give another one.
 */
export class Vigil {
  private lookedAt = -Infinity;
  private since = 0;

  /** Call after each look. */
  isSteady(now = performance.now()): boolean {
    if (now - this.lookedAt > GAP_MS) this.since = now;
    this.lookedAt = now;
    return now - this.since > SILENT_MS;
  }
}
