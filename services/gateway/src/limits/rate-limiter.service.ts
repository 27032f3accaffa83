import { LuitError, type ErrorCode } from '@luit/contracts/errors';
import { unavailable } from '@luit/platform/calls/errors';
import { closeRedis, connectRedis } from '@luit/platform/redis';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';

/**
 * A token bucket per key: it holds `size` tokens and gets them back evenly over `window` milliseconds. A key of an
 * earlier try that was let through passes again at no cost, for its answer is the first one's.
 * Answers the milliseconds until a token is there, 0 where one was taken.
 */
const TAKE = `
local bucket, repeated = KEYS[1], KEYS[2]
local size, window = tonumber(ARGV[1]), tonumber(ARGV[2])
if ARGV[3] == '1' and redis.call('EXISTS', repeated) == 1 then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', bucket, 'tokens', 'at')
local tokens = size
if held[1] then tokens = math.min(size, tonumber(held[1]) + (now - tonumber(held[2])) * size / window) end
if tokens < 1 then return math.ceil((1 - tokens) * window / size) end
redis.call('HSET', bucket, 'tokens', tostring(tokens - 1), 'at', now)
redis.call('PEXPIRE', bucket, window)
if ARGV[3] == '1' then redis.call('SET', repeated, 1, 'PX', window * 5) end
return 0`;

/** Slower than this, Redis counts as gone, milliseconds. */
const COMMAND_TIMEOUT_MS = 2_000;

interface LimitingRedis extends Redis {
  takeToken(bucket: string, repeated: string, size: number, windowMs: number, hasKey: '0' | '1'): Promise<number>;
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
      scripts: { takeToken: { lua: TAKE, numberOfKeys: 2 } },
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
   * @param repeatKey an idempotency key, with which asking again is free
   * @throws LuitError 429 with the seconds to wait; `unavailable` when Redis does not answer
   */
  async take(allowance: Allowance, subject: string, repeatKey?: string): Promise<void> {
    const bucket = bucketOf(allowance, subject);
    const waitMs = await this.ask(() =>
      this.redis.takeToken(
        bucket,
        `${bucket}:${repeatKey ?? ''}`,
        allowance.size,
        allowance.windowMs,
        repeatKey ? '1' : '0',
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
