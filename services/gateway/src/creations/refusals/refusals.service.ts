import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { AppealBody } from '@luit/contracts/generation/safety';
import { CallClient } from '@luit/platform/calls/call-client';
import { addressPrefix } from '@luit/platform/security/address-prefix';
import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { CONFIG, type GatewayConfig } from '../../config';
import { type Allowance, RateLimiter } from '../../access/limits/rate-limiter';

const HOUR_MS = 60 * 60_000;

/** Refusals of prompts, for their owners and for guests who know the id. */
@Injectable()
export class RefusalsService {
  private readonly guestAllowance: Allowance;

  constructor(
    private readonly calls: CallClient,
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) { limits }: GatewayConfig,
  ) {
    this.guestAllowance = { name: 'guestAppeals', size: limits.contactPerHour, windowMs: HOUR_MS };
  }

  /**
   * @param sender `userId` is null for a guest
   * @throws LuitError `not_found` for a refusal of another account; `conflict` after another text or a decision; `too_many_requests` for guests
   */
  async appeal({ userId, ip }: { userId: string | null; ip: string }, id: string, { text }: AppealBody): Promise<void> {
    if (!isUUID(id)) throw new LuitError('not_found', 'This refusal is no longer stored.');
    if (userId === null) await this.limiter.take([{ allowance: this.guestAllowance, subject: addressPrefix(ip) }]);
    await this.calls.call(generationCalls.appealRefusal, { userId, id, text });
  }
}
