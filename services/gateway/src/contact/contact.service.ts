import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { addressPrefix } from '@luit/platform/security/address-prefix';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type GatewayConfig } from '../config';
import { fingerprintOf } from '../limits/rate-limit.guard';
import { type Allowance, RateLimiter } from '../limits/rate-limiter';
import type { ContactDto } from './contact.dto';

const HOUR_MS = 60 * 60_000;
const REFUSAL = {
  code: 'too_many_requests' as const,
  text: 'You have sent us several messages already. Please wait a while, or email us directly.',
};

@Injectable()
export class ContactService {
  private readonly allowance: Allowance;

  constructor(
    private readonly calls: CallClient,
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) { limits }: GatewayConfig,
  ) {
    this.allowance = { name: 'contact', size: limits.contactPerHour, windowMs: HOUR_MS, refusal: REFUSAL };
  }

  /**
   * A robot that fills in the field nobody sees is answered as everybody is, so that it learns nothing.
   *
   * @throws LuitError `too_many_requests` with the seconds to wait; what auth says of the input
   */
  async post({ website, ...words }: ContactDto, request: FastifyRequest, idempotencyKey?: string): Promise<object> {
    const [address, fingerprint] = [addressPrefix(request.ip), fingerprintOf(request)];
    await this.limiter.take(this.allowance, address, fingerprint);
    if (website) return {};
    const answer = await this.calls.call(authCalls.postContactMessage, { ...words, idempotencyKey });
    if (fingerprint) await this.limiter.remember(this.allowance, address, fingerprint);
    return answer;
  }
}
