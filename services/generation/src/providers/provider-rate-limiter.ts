import { REDIS } from '@luit/platform/platform.module';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type GenerationConfig } from '../config';
import { rateLimitedRequests } from './provider-metrics';

/**
 * A token bucket with a capacity of a tenth of a minute's tokens and an even refill. Returns 0 if it took a token, otherwise
 * the milliseconds until one is available.
 */
const ACQUIRE = `
local perMinute = tonumber(ARGV[1])
local size = math.max(1, perMinute / 10)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = size
if held[1] then tokens = math.min(size, tonumber(held[1]) + (now - tonumber(held[2])) * perMinute / 60000) end
if tokens < 1 then return math.ceil((1 - tokens) * 60000 / perMinute) end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens - 1), 'at', now)
redis.call('PEXPIRE', KEYS[1], 60000)
return 0`;

/** The number of available tokens. */
const AVAILABLE = `
local perMinute = tonumber(ARGV[1])
local size = math.max(1, perMinute / 10)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'tokens', 'at')
if not held[1] then return math.floor(size) end
return math.floor(math.min(size, tonumber(held[1]) + (now - tonumber(held[2])) * perMinute / 60000))`;

/** Random extra delay, as a share of the wait. */
const JITTER = 0.5;

/** Rate limits of submissions and polls per provider, across all workers. */
@Injectable()
export class ProviderRateLimiter {
  private readonly log = new Logger(ProviderRateLimiter.name);

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  async availableSubmissions(provider: string): Promise<number> {
    const { submitsPerMinute } = this.config.limitsOf(provider);
    return (await this.redis.eval(AVAILABLE, 1, `luit:provider-rate:{${provider}:submit}`, submitsPerMinute)) as number;
  }

  /** @returns 0, or the milliseconds until the next attempt */
  async acquire(provider: string, what: 'submit' | 'poll'): Promise<number> {
    const { submitsPerMinute, pollsPerMinute } = this.config.limitsOf(provider);
    const perMinute = what === 'submit' ? submitsPerMinute : pollsPerMinute;
    try {
      const waitMs = (await this.redis.eval(
        ACQUIRE,
        1,
        `luit:provider-rate:{${provider}:${what}}`,
        perMinute,
      )) as number;
      if (waitMs === 0) return 0;
      rateLimitedRequests.inc({ provider, what });
      return Math.ceil(waitMs * (1 + Math.random() * JITTER));
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
}
