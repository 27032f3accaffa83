import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { networkPrefix } from '@luit/platform/security/address-prefix';
import { Inject, Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { CONFIG, type GatewayConfig } from '../../config';
import type { IdentifiedRequest } from '../../access/identities/identity.guards';
import { fingerprintOf } from '../../access/limits/rate-limit.guard';
import { type Allowance, type Charge, RateLimiter } from '../../access/limits/rate-limiter';

const QUARTER_HOUR_MS = 15 * 60_000;
const REFUSAL = {
  code: 'too_many_attempts' as const,
  text: 'You’ve tried too many codes. Please wait a few minutes and try again.',
};

/** Lets users redeem promotional codes. Attempts are limited per account and per network, against guessing. */
@Injectable()
export class PromoCodesService {
  private readonly ofAccount: Allowance;
  private readonly ofNetwork: Allowance;

  constructor(
    private readonly calls: CallClient,
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) { limits }: GatewayConfig,
  ) {
    const { redeemPer15Minutes: size, perAddressFactor } = limits;
    this.ofAccount = { name: 'redeem', size, windowMs: QUARTER_HOUR_MS, refusal: REFUSAL };
    this.ofNetwork = { ...this.ofAccount, name: 'redeem-network', size: size * perAddressFactor };
  }

  /**
   * A known Idempotency-Key returns the first result.
   *
   * @throws LuitError `too_many_attempts` with the seconds to wait, `email_not_confirmed`, `promo_code_not_redeemable` with
   * `details.reason`, `account_closed`, `idempotency_conflict`
   */
  async redeem(userId: string, code: string, request: IdentifiedRequest, idempotencyKey: string = uuidv7()) {
    const charges: [Charge, Charge] = [
      { allowance: this.ofAccount, subject: userId },
      { allowance: this.ofNetwork, subject: networkPrefix(request.ip) },
    ];
    const fingerprint = fingerprintOf(request);
    await this.limiter.take(charges, fingerprint);
    const user = await this.calls.call(authCalls.getUser, { userId });
    if (user.email_confirmed_at === null)
      throw new LuitError('email_not_confirmed', 'Please confirm your email address before you redeem a code.');
    const { balance, credits, ...redeemed } = await this.calls.call(billingCalls.redeemPromoCode, {
      userId,
      code,
      idempotencyKey,
    });
    if (fingerprint) await this.limiter.remember(charges[0], fingerprint);
    return { message: 'Credits added', ...redeemed, granted: credits, ...balance };
  }
}
