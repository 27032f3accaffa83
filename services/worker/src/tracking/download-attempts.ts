import { REDIS } from '@luit/platform/platform.module';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 500;
const FORGET_AFTER_SECONDS = 24 * 3600;

/**
 * How often a job's output was tried, whichever worker did. A count and no truth: where Redis was emptied there are a few
 * tries more, and the job's deadline bounds them.
 */
@Injectable()
export class DownloadAttempts {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Counts a failed try. Milliseconds until the next, or null when that was the last. */
  async next(requestId: string): Promise<number | null> {
    const key = `luit:download-attempts:${requestId}`;
    const tries = await this.redis.incr(key);
    await this.redis.expire(key, FORGET_AFTER_SECONDS);
    return tries < MAX_TRIES ? FIRST_PAUSE_MS * 2 ** (tries - 1) : null;
  }
}
