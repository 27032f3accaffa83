import { MAX_COMPLETION_AGE_MS, seenKey } from '@luit/contracts/auth/completion-mails';
import { REDIS } from '@luit/platform/platform.module';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** Finished requests whose outcome a client of the owner has acknowledged. auth does not mail about them. */
@Injectable()
export class SeenRequests {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  async add(requestId: string): Promise<void> {
    await this.redis.set(seenKey(requestId), '1', 'PX', MAX_COMPLETION_AGE_MS);
  }
}
