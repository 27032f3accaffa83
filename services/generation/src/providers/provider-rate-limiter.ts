import { REDIS } from '@luit/platform/platform.module';
import { RedisTokenBuckets, type TokenBucket } from '@luit/platform/rate-limits/redis-token-buckets';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { EntityManager } from 'typeorm';
import { ProviderInstances } from '../provider-instances/provider-instances';
import { rateLimitedPolls } from './provider-metrics';

const MINUTE_MS = 60_000;
/** Largest burst, as a share of a minute's requests. */
const BURST = 0.1;
/** Random extra delay, as a share of the wait. */
const JITTER = 0.5;

/** Rate limit of polls per provider, across all workers. The dispatcher applies the limit of submissions. */
@Injectable()
export class ProviderRateLimiter {
  private readonly log = new Logger(ProviderRateLimiter.name);
  private readonly buckets: RedisTokenBuckets;

  constructor(
    @Inject(REDIS) redis: Redis,
    private readonly instances: ProviderInstances,
  ) {
    this.buckets = new RedisTokenBuckets(redis);
  }

  /**
   * @param manager of the caller's transaction
   * @returns 0, or the milliseconds until the next attempt
   */
  async acquirePoll(provider: string, manager: EntityManager): Promise<number> {
    const { count, waitMs } = await this.acquirePolls(provider, 1, manager);
    return count === 1 ? 0 : Math.ceil(waitMs * (1 + Math.random() * JITTER));
  }

  /** Acquires up to `count` polls. @returns in `waitMs` the milliseconds until a further one is available */
  async acquirePolls(
    provider: string,
    count: number,
    manager?: EntityManager,
  ): Promise<{ count: number; waitMs: number }> {
    try {
      const { taken, waitMs } = await this.buckets.take(await this.bucketOf(provider, manager), count);
      if (taken < count) rateLimitedPolls.inc({ provider }, count - taken);
      return { count: taken, waitMs };
    } catch (error) {
      // Fail open: a 429 of the provider still pauses it.
      const reason = (error as Error).message;
      this.log.warn({ msg: 'Rate limiter unavailable; continuing without it', provider, reason });
      return { count, waitMs: 0 };
    }
  }

  private async bucketOf(provider: string, manager?: EntityManager): Promise<TokenBucket> {
    const { pollsPerMinute } = await this.instances.limitsOf(provider, manager);
    const size = Math.max(1, pollsPerMinute * BURST);
    return { key: `luit:provider-rate:{${provider}:poll}`, size, windowMs: (size / pollsPerMinute) * MINUTE_MS };
  }
}
