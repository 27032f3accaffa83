import { LuitError, type ErrorCode } from '@luit/contracts/errors';
import { unavailable } from '@luit/platform/calls/errors';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** Repeats of a stored result are free, but bounded: so many times what the allowance itself holds. */
const REPEATS = 5;
/** How long a stored result makes its repeats free, in windows. */
const REMEMBERED_WINDOWS = 5;

/**
 * A token bucket per key: it holds `size` tokens and gets them back evenly over `window` milliseconds. A request whose
 * result is stored, which its marker says, takes from a larger bucket of its own.
 * Answers the milliseconds until a token is there, 0 where one was taken.
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

/** Slower than this, Redis counts as gone, milliseconds. */
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
  /** What is limited, for example `generate`. */
  name: string;
  /** How many in one burst, and per window. */
  size: number;
  windowMs: number;
  /** The answer's code and text where nothing is left. */
  refusal?: { code: ErrorCode; text: string };
}

/** Limits that hold across replicas. */
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
    // Not `once` of node:events, which would give up at the first failed attempt.
    if (this.redis.status !== 'ready') await new Promise<unknown>((resolve) => this.redis.once('ready', resolve));
  }

  async onApplicationShutdown(): Promise<void> {
    await closeRedis(this.redis);
  }

  /**
   * Takes one of the subject's tokens.
   *
   * @param fingerprint names a request exactly; where its result is stored (`remember`), it takes none of these tokens
   * @throws LuitError 429 with the seconds to wait; `unavailable` when Redis does not answer
   */
  async take(allowance: Allowance, subject: string, fingerprint?: string): Promise<void> {
    const bucket = bucketOf(allowance, subject);
    const waitMs = await this.ask(() =>
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
      text: 'You are asking too often. Please wait a moment and try again.',
    };
    throw new LuitError(code, text, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  }

  /** Marks a request whose result is stored. Where that fails, a repeat takes a token. */
  async remember(allowance: Allowance, subject: string, fingerprint: string): Promise<void> {
    const marker = markerOf(bucketOf(allowance, subject), fingerprint);
    try {
      await this.redis.set(marker, 1, 'PX', allowance.windowMs * REMEMBERED_WINDOWS);
    } catch (error) {
      this.log.warn({ msg: 'A stored result could not be marked as free', reason: (error as Error).message });
    }
  }

  private async ask<T>(command: () => Promise<T>): Promise<T> {
    try {
      return await command();
    } catch (error) {
      this.log.warn({ msg: 'A limit could not be checked', reason: (error as Error).message });
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
