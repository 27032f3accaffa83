import { wakeUpKey } from '@luit/contracts/registry/redis-access';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { closeRedis, connectRedis } from '../redis/redis-connection';

/** The one member of a wake-up's sorted set. */
const MEMBER = 'due';

/** Shorter than the silence after which a connection counts as lost. */
const BLOCK_SECONDS = 10;
const PAUSE_AFTER_ERROR_MS = 500;
/** Timers do not accept more than 2^31 milliseconds. A score that no one sends would make them fire at once, or never. */
const MAX_DELAY_MS = 60_000;

/**
 * Wakes one of the processes that listen for this name: work is due in `delayMs` milliseconds. Wake-ups that no one has received
 * yet are merged into the earliest. A wake-up is a hint that may be lost.
 */
export async function sendWakeUp(redis: Redis, name: string, delayMs = 0): Promise<void> {
  await redis.zadd(wakeUpKey(name), 'LT', Math.max(0, Math.round(delayMs)), MEMBER);
}

/** Receives wake-ups of one name on a connection of its own. */
export class WakeUpListener {
  private readonly log = new Logger(WakeUpListener.name);
  private readonly redis: Redis;
  private isStopping = false;
  private loop?: Promise<void>;

  constructor(
    { redisUrl, instance }: { redisUrl: string; instance: string },
    private readonly name: string,
  ) {
    this.redis = connectRedis(redisUrl, `${instance}:wake-ups`);
  }

  /** @param onWakeUp receives the milliseconds until work is due */
  start(onWakeUp: (delayMs: number) => void): void {
    this.loop = this.listen(onWakeUp);
  }

  /** A wake-up that arrives meanwhile is lost. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.redis.disconnect();
    await this.loop;
    await closeRedis(this.redis);
  }

  private async listen(onWakeUp: (delayMs: number) => void): Promise<void> {
    while (!this.isStopping) {
      try {
        const received = await this.redis.bzpopmin(wakeUpKey(this.name), BLOCK_SECONDS);
        if (received) onWakeUp(Math.min(Math.max(0, Number(received[2]) || 0), MAX_DELAY_MS));
      } catch (error) {
        if (this.isStopping) return;
        this.log.warn({ msg: 'Listening for wake-ups failed', name: this.name, reason: (error as Error).message });
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR_MS));
      }
    }
  }
}
