import { HANDED_POLLS, type HandedPoll, type Poll } from '@luit/contracts/generation/tracking';
import { REDIS } from '@luit/platform/platform.module';
import { RedisClock } from '@luit/platform/redis/redis-clock';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type GenerationConfig } from '../config';

/** Hands claimed polls to workers, which saves them the call that claims. A lost one is claimed again once its lease has ended. */
@Injectable()
export class HandedPolls {
  private readonly log = new Logger(HandedPolls.name);

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly clock: RedisClock,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** Does not wait for Redis. @param poll claimed just now */
  send(poll: Poll): void {
    const handed: HandedPoll = { poll, claimedAt: this.clock.now() };
    this.redis
      .multi()
      .rpush(HANDED_POLLS, JSON.stringify(handed))
      .pexpire(HANDED_POLLS, this.config.limits.leaseMs)
      .exec()
      .catch((error: Error) => this.log.warn({ msg: 'Failed to hand over a poll', reason: error.message }));
  }
}
