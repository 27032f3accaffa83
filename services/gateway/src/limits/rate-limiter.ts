import { LuitError, type ErrorCode } from '@luit/contracts/errors';
import { unavailable } from '@luit/platform/calls/errors';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** Repeats of a stored result use a separate bucket, this many times larger than the allowance. */
const REPEATS = 5;
/** Number of windows for which repeats of a stored result are free. */
const REMEMBERED_WINDOWS = 5;

/**
 * A token bucket per key, with `size` tokens that refill evenly over `window` milliseconds. A request whose marker says that
 * its result is stored uses a separate, larger bucket. Returns 0 if a token was taken, otherwise the milliseconds until one
 * is available.
 */
const TAKE = `
local bucket, marker = KEYS[1], KEYS[2]
local size, window = tonumber(ARGV[1]), tonumber(ARGV[2])
if ARGV[3] == '1' and redis.call('EXISTS', marker) == 1 then
  bucket, size = KEYS[3], size * ${REPEATS}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', bucket, 'tokens', 'at')
local tokens = size
if held[1] then tokens = math.min(size, tonumber(held[1]) + (now - tonumber(held[2])) * size / window) end
if tokens < 1 then return math.ceil((1 - tokens) * window / size) end
redis.call('HSET', bucket, 'tokens', tostring(tokens - 1), 'at', now)
redis.call('PEXPIRE', bucket, window)
return 0`;

/** Redis counts as unavailable if a command takes longer, milliseconds. */
const COMMAND_TIMEOUT_MS = 2_000;

interface LimitingRedis extends Redis {
  takeToken(
    bucket: string,
    marker: string,
    repeats: string,
    size: number,
    windowMs: number,
    hasMarker: '0' | '1',
  ): Promise<number>;
}

export interface Allowance {
  /** The limited operation, for example `generate`. */
  name: string;
  /** Largest burst, and allowance per window. */
  size: number;
  windowMs: number;
  /** Error code and message when the bucket is empty. */
  refusal?: { code: ErrorCode; text: string };
}

/** Rate limits that are shared by all replicas. */
@Injectable()
export class RateLimiter implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger(RateLimiter.name);
  private readonly redis: LimitingRedis;

  constructor(redisUrl: string, instance: string) {
    this.redis = connectRedis(redisUrl, `${instance}:limits`, {
      enableOfflineQueue: false,
      enableAutoPipelining: true,
      commandTimeout: COMMAND_TIMEOUT_MS,
      scripts: { takeToken: { lua: TAKE, numberOfKeys: 3 } },
    }) as LimitingRedis;
  }

  async onModuleInit(): Promise<void> {
    // Not `once` of node:events, which rejects on the first failed connection attempt.
    if (this.redis.status !== 'ready') await new Promise<unknown>((resolve) => this.redis.once('ready', resolve));
  }

  async onApplicationShutdown(): Promise<void> {
    await closeRedis(this.redis);
  }

  /**
   * Takes a token from the subject's bucket.
   *
   * @param fingerprint identifies a request; if its result is stored (`remember`), it uses the bucket for repeats
   * @throws LuitError 429 with the seconds to wait; `unavailable` if Redis does not answer
   */
  async take(allowance: Allowance, subject: string, fingerprint?: string): Promise<void> {
    const bucket = bucketOf(allowance, subject);
    const waitMs = await this.run(() =>
      this.redis.takeToken(
        bucket,
        markerOf(bucket, fingerprint ?? ''),
        `${bucket}:repeats`,
        allowance.size,
        allowance.windowMs,
        fingerprint ? '1' : '0',
      ),
    );
    if (waitMs === 0) return;
    recordSecurityEvent('rate_limited', { limit: allowance.name, subject });
    const { code, text } = allowance.refusal ?? {
      code: 'too_many_requests',
      text: 'Too many requests. Please wait a moment and try again.',
    };
    throw new LuitError(code, text, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  }

  /** Marks the result of a request as stored. If this fails, a repeat takes a token. */
  async remember(allowance: Allowance, subject: string, fingerprint: string): Promise<void> {
    const marker = markerOf(bucketOf(allowance, subject), fingerprint);
    try {
      await this.redis.set(marker, 1, 'PX', allowance.windowMs * REMEMBERED_WINDOWS);
    } catch (error) {
      this.log.warn({ msg: 'Marking a stored result failed', reason: (error as Error).message });
    }
  }

  private async run<T>(command: () => Promise<T>): Promise<T> {
    try {
      return await command();
    } catch (error) {
      this.log.warn({ msg: 'Rate limit check failed', reason: (error as Error).message });
      throw unavailable();
    }
  }
}

function bucketOf(allowance: Allowance, subject: string): string {
  return `luit:limit:{${allowance.name}:${subject}}`;
}

function markerOf(bucket: string, fingerprint: string): string {
  return `${bucket}:stored:${fingerprint}`;
}
