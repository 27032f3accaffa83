import { REDIS } from '@luit/platform/platform.module';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type GenerationConfig } from '../config';
import { rateLimitedRequests } from './provider-metrics';

/**
 * A token bucket: it holds a tenth of a minute's tokens and gets them back evenly. Answers the milliseconds until one is
 * there, 0 where one was taken.
 */
const TAKE = `
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

/** The tokens that are there, without taking one. */
const LOOK = `
local perMinute = tonumber(ARGV[1])
local size = math.max(1, perMinute / 10)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'tokens', 'at')
if not held[1] then return math.floor(size) end
return math.floor(math.min(size, tonumber(held[1]) + (now - tonumber(held[2])) * perMinute / 60000))`;

/** Spreads those that were put off, as a share of their wait. */
const JITTER = 0.5;

/** How often each provider is asked, across all workers: submissions by its rate limit, looks by a budget. */
@Injectable()
export class ProviderRateLimiter {
  private readonly log = new Logger(ProviderRateLimiter.name);

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** How many submissions may be sent at once now. */
  async room(provider: string): Promise<number> {
    const { submitsPerMinute } = this.config.limitsOf(provider);
    return (await this.redis.eval(LOOK, 1, `luit:provider-rate:{${provider}:submit}`, submitsPerMinute)) as number;
  }

  /** @returns 0, or after how many milliseconds to ask again */
  async take(provider: string, what: 'submit' | 'poll'): Promise<number> {
    const { submitsPerMinute, pollsPerMinute } = this.config.limitsOf(provider);
    const perMinute = what === 'submit' ? submitsPerMinute : pollsPerMinute;
    try {
      const waitMs = (await this.redis.eval(TAKE, 1, `luit:provider-rate:{${provider}:${what}}`, perMinute)) as number;
      if (waitMs === 0) return 0;
      rateLimitedRequests.inc({ provider, what });
      return Math.ceil(waitMs * (1 + Math.random() * JITTER));
    } catch (error) {
      // The provider's own 429 is still obeyed.
      this.log.warn({ msg: 'A pace could not be kept', provider, what, reason: (error as Error).message });
      return 0;
    }
  }
}
