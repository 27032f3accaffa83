import { MAX_COMPLETION_AGE_MS, seenKey } from '@luit/contracts/auth/completion-mails';
import { REDIS } from '@luit/platform/platform.module';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** The sessions that have acknowledged the outcome of a request. auth does not mail about it, and pushes to the other sessions only. */
@Injectable()
export class SeenRequests {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  async add(requestId: string, sessionIds: string[]): Promise<void> {
    if (sessionIds.length === 0) return;
    const key = seenKey(requestId);
    await this.redis.multi().sadd(key, sessionIds).pexpire(key, MAX_COMPLETION_AGE_MS).exec();
  }
}
