import { REDIS } from '@luit/platform/platform.module';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

const MAX_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;
const TTL_SECONDS = 24 * 3600;

/**
 * Counts failed download attempts of a job's output across workers. A Redis flush merely allows a few more attempts, which
 * the job's deadline limits.
 */
@Injectable()
export class DownloadAttempts {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Counts a failed attempt. @returns milliseconds until the next one, or null if it was the last */
  async recordFailure(requestId: string): Promise<number | null> {
    const key = `luit:download-attempts:${requestId}`;
    const attempts = await this.redis.incr(key);
    await this.redis.expire(key, TTL_SECONDS);
    return attempts < MAX_ATTEMPTS ? FIRST_PAUSE_MS * 2 ** (attempts - 1) : null;
  }
}
