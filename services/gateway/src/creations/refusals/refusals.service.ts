import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { AppealBody } from '@luit/contracts/generation/safety';
import { CallClient } from '@luit/platform/calls/call-client';
import { addressPrefix } from '@luit/platform/security/address-prefix';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { LiveLimits } from '../../access/limits/live-limits';
import { RateLimiter } from '../../access/limits/rate-limiter';

const HOUR_MS = 60 * 60_000;

/** Refusals of prompts, for their owners and for guests who know the id. */
@Injectable()
export class RefusalsService {
  constructor(
    private readonly calls: CallClient,
    private readonly limiter: RateLimiter,
    private readonly limits: LiveLimits,
  ) {}

  /**
   * @param sender `userId` is null for a guest
   * @throws LuitError `not_found` for a refusal of another account; `conflict` after another text or a decision; `too_many_requests` for guests
   */
  async appeal({ userId, ip }: { userId: string | null; ip: string }, id: string, { text }: AppealBody): Promise<void> {
    if (!isUUID(id)) throw new LuitError('not_found', 'This refusal is no longer stored.');
    if (userId === null) {
      const allowance = { name: 'guestAppeals', size: this.limits.current.contactPerHour, windowMs: HOUR_MS };
      await this.limiter.take([{ allowance, subject: addressPrefix(ip) }]);
    }
    await this.calls.call(generationCalls.appealRefusal, { userId, id, text });
  }
}
