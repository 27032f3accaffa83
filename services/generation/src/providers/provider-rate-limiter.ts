import { REDIS } from '@luit/platform/platform.module';
import { RedisTokenBuckets, type TokenBucket } from '@luit/platform/rate-limits/redis-token-buckets';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type GenerationConfig } from '../config';
import { rateLimitedRequests } from './provider-metrics';

type ProviderRequest = 'submit' | 'poll';

const MINUTE_MS = 60_000;
/** Largest burst, as a share of a minute's requests. */
const BURST = 0.1;
/** Random extra delay, as a share of the wait. */
const JITTER = 0.5;

/** Rate limits of submissions and polls per provider, across all workers. */
@Injectable()
export class ProviderRateLimiter {
  private readonly log = new Logger(ProviderRateLimiter.name);
  private readonly buckets: RedisTokenBuckets;

  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {
    this.buckets = new RedisTokenBuckets(redis);
  }

  async availableSubmissions(provider: string): Promise<number> {
    return this.buckets.available(this.bucketOf(provider, 'submit'));
  }

  /** @returns 0, or the milliseconds until the next attempt */
  async acquire(provider: string, what: ProviderRequest): Promise<number> {
    try {
      const refusal = await this.buckets.charge([this.bucketOf(provider, what)]);
      if (!refusal) return 0;
      rateLimitedRequests.inc({ provider, what });
      return Math.ceil(refusal.waitMs * (1 + Math.random() * JITTER));
    } catch (error) {
      // Fail open: a 429 of the provider still pauses it.
      this.log.warn({
        msg: 'Rate limiter unavailable; continuing without it',
        provider,
        what,
        reason: (error as Error).message,
      });
      return 0;
    }
  }

  /** Acquires up to `count` polls. @returns in `waitMs` the milliseconds until a further one is available */
  async acquirePolls(provider: string, count: number): Promise<{ count: number; waitMs: number }> {
    try {
      const { taken, waitMs } = await this.buckets.take(this.bucketOf(provider, 'poll'), count);
      if (taken < count) rateLimitedRequests.inc({ provider, what: 'poll' }, count - taken);
      return { count: taken, waitMs };
    } catch (error) {
      // Fail open: a 429 of the provider still pauses it.
      const reason = (error as Error).message;
      this.log.warn({ msg: 'Rate limiter unavailable; continuing without it', provider, what: 'poll', reason });
      return { count, waitMs: 0 };
    }
  }

  private bucketOf(provider: string, what: ProviderRequest): TokenBucket {
    const { submitsPerMinute, pollsPerMinute } = this.config.limitsOf(provider);
    const perMinute = what === 'submit' ? submitsPerMinute : pollsPerMinute;
    const size = Math.max(1, perMinute * BURST);
    return { key: `luit:provider-rate:{${provider}:${what}}`, size, windowMs: (size / perMinute) * MINUTE_MS };
  }
}
