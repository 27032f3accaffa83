import { POLL_WAKE_UP } from '@luit/contracts/generation/tracking';
import { sendWakeUp } from '@luit/platform/wake-ups/wake-ups';
import { REDIS } from '@luit/platform/platform.module';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** Wakes a worker when a poll becomes due that possibly no worker knows of. The reconciler makes up for a lost wake-up. */
@Injectable()
export class PollWakeUps {
  private readonly log = new Logger(PollWakeUps.name);

  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Does not wait for Redis. */
  send(delayMs = 0): void {
    sendWakeUp(this.redis, POLL_WAKE_UP, delayMs).catch((error: Error) =>
      this.log.warn({ msg: 'Failed to wake a worker', reason: error.message }),
    );
  }
}
