import { LuitError, type ErrorCode } from '@luit/contracts/errors';
import { unavailable } from '@luit/platform/errors/errors';
import { RedisTokenBuckets, type Substitute, type TokenBucket } from '@luit/platform/rate-limits/redis-token-buckets';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** Repeats of a stored result use a separate bucket, this many times larger than the allowance. */
const REPEATS = 5;
/** Number of windows during which repeats of a stored result are free. */
const REMEMBERED_WINDOWS = 5;

/** Redis counts as unavailable if a command takes longer, milliseconds. */
const COMMAND_TIMEOUT_MS = 2_000;

export interface Allowance {
  /** The limited operation, for example `generate`. */
  name: string;
  /** Largest burst, and allowance per window. */
  size: number;
  windowMs: number;
  /** Error code and message when the bucket is empty. */
  refusal?: { code: ErrorCode; text: string };
}

/** A subject's use of an allowance. */
export interface Charge {
  allowance: Allowance;
  /** An account, an address or a network. */
  subject: string;
}

interface ChargedBucket extends TokenBucket, Charge {}

/** Rate limits that are shared by all replicas. */
@Injectable()
export class RateLimiter implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger(RateLimiter.name);
  private readonly redis: Redis;
  private readonly buckets: RedisTokenBuckets;

  constructor(redisUrl: string, instance: string) {
    this.redis = connectRedis(redisUrl, `${instance}:limits`, {
      enableOfflineQueue: false,
      enableAutoPipelining: true,
      commandTimeout: COMMAND_TIMEOUT_MS,
    });
    this.buckets = new RedisTokenBuckets(this.redis);
  }

  async onModuleInit(): Promise<void> {
    // Not `once` of node:events, which rejects on the first failed connection attempt.
    if (this.redis.status !== 'ready') await new Promise<unknown>((resolve) => this.redis.once('ready', resolve));
  }

  async onApplicationShutdown(): Promise<void> {
    await closeRedis(this.redis);
  }

  /**
   * Takes a token from the bucket of each charge, or from none of them if one is empty.
   *
   * @param charges the first one's subject made the request
   * @param fingerprint identifies a request of that subject; if its result is stored (`remember`), it uses the buckets for
   *   repeats
   * @returns the whole tokens that are left in the first bucket
   * @throws LuitError 429 with the seconds to wait; `unavailable` if Redis does not answer
   */
  async take(charges: [Charge, ...Charge[]], fingerprint?: string): Promise<number> {
    const buckets = charges.map(bucketOf);
    const substitute = fingerprint
      ? { marker: markerOf(charges[0], fingerprint), buckets: buckets.map(bucketOfRepeats) }
      : undefined;
    const result = await this.charge(buckets, substitute);
    if ('left' in result) return result.left;
    const { allowance, subject } = result.bucket;
    recordSecurityEvent('rate_limited', { limit: allowance.name, subject });
    const { code, text } = allowance.refusal ?? {
      code: 'too_many_requests',
      text: 'Too many requests. Please wait a moment and try again.',
    };
    throw new LuitError(code, text, { retryAfterSeconds: Math.ceil(result.waitMs / 1_000) });
  }

  /** Marks the result of a request as stored. If this fails, a repeat takes a token. */
  async remember(charge: Charge, fingerprint: string): Promise<void> {
    const { windowMs } = charge.allowance;
    try {
      await this.redis.set(markerOf(charge, fingerprint), 1, 'PX', windowMs * REMEMBERED_WINDOWS);
    } catch (error) {
      this.log.warn({ msg: 'Marking a stored result failed', reason: (error as Error).message });
    }
  }

  private async charge(buckets: ChargedBucket[], substitute?: Substitute<ChargedBucket>) {
    try {
      return await this.buckets.charge(buckets, substitute);
    } catch (error) {
      this.log.warn({ msg: 'Rate limit check failed', reason: (error as Error).message });
      throw unavailable();
    }
  }
}

function bucketOf({ allowance, subject }: Charge): ChargedBucket {
  const { name, size, windowMs } = allowance;
  return { key: `luit:limit:{limits}:${name}:${subject}`, size, windowMs, allowance, subject };
}

function bucketOfRepeats(bucket: ChargedBucket): ChargedBucket {
  return { ...bucket, key: `${bucket.key}:repeats`, size: bucket.size * REPEATS };
}

function markerOf(charge: Charge, fingerprint: string): string {
  return `${bucketOf(charge).key}:stored:${fingerprint}`;
}
