import { POLL_NUDGE } from '@luit/contracts/generation/tracking';
import { sendNudge } from '@luit/platform/nudges/nudges';
import { REDIS } from '@luit/platform/platform.module';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** Wakes a worker when a poll becomes due that possibly no worker knows of. The reconciler makes up for a lost nudge. */
@Injectable()
export class PollNudges {
  private readonly log = new Logger(PollNudges.name);

  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Does not wait for Redis. */
  send(delayMs = 0): void {
    sendNudge(this.redis, POLL_NUDGE, delayMs).catch((error: Error) =>
      this.log.warn({ msg: 'Failed to nudge a worker', reason: error.message }),
    );
  }
}
