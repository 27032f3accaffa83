import type { ContactBody } from '@luit/contracts/auth/contact-messages';
import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { addressPrefix } from '@luit/platform/security/address-prefix';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { fingerprintOf } from '../../access/limits/rate-limit.guard';
import { LiveLimits } from '../../access/limits/live-limits';
import { RateLimiter } from '../../access/limits/rate-limiter';

const HOUR_MS = 60 * 60_000;
const REFUSAL = {
  code: 'too_many_requests' as const,
  text: 'You’ve sent several messages already. Please try again later or email us directly.',
};

@Injectable()
export class ContactService {
  constructor(
    private readonly calls: CallClient,
    private readonly limiter: RateLimiter,
    private readonly limits: LiveLimits,
  ) {}

  /**
   * A bot that fills in the hidden field gets the same response as everyone, so that it learns nothing.
   *
   * @throws LuitError `too_many_requests` with the seconds to wait; validation errors of auth
   */
  async post({ website, ...message }: ContactBody, request: FastifyRequest, idempotencyKey?: string): Promise<object> {
    const allowance = {
      ...{ name: 'contact', size: this.limits.current.contactPerHour },
      ...{ windowMs: HOUR_MS, refusal: REFUSAL },
    };
    const charge = { allowance, subject: addressPrefix(request.ip) };
    const fingerprint = fingerprintOf(request);
    await this.limiter.take([charge], fingerprint);
    if (website) return {};
    const answer = await this.calls.call(authCalls.postContactMessage, { ...message, idempotencyKey });
    if (fingerprint) await this.limiter.remember(charge, fingerprint);
    return answer;
  }
}
