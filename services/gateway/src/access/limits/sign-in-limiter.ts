import type { ErrorCode } from '@luit/contracts/errors';
import { addressPrefix, networkPrefix } from '@luit/platform/security/address-prefix';
import { Injectable } from '@nestjs/common';
import { LiveLimits } from './live-limits';
import { type Allowance, RateLimiter } from './rate-limiter';

const QUARTER_HOUR_MS = 15 * 60_000;
const TOO_MANY = { code: 'too_many_attempts' as ErrorCode, text: 'Too many login attempts. Please try again later' };
const TOO_MANY_RESETS = {
  code: 'too_many_attempts' as ErrorCode,
  text: 'Too many reset attempts. Please try again later',
};
const NEW_PASSWORD: Allowance = { name: 'new-password', size: 10, windowMs: QUARTER_HOUR_MS };
/** Allowance of a network (IPv4 /24, IPv6 /48) relative to one client (IPv4 address, IPv6 /64). */
const NETWORK_FACTOR = 10;

/**
 * Limits attempts per client and per network across all accounts. Auth limits attempts per account and emails per address.
 */
@Injectable()
export class SignInLimiter {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly limits: LiveLimits,
  ) {}

  /** @throws LuitError `too_many_attempts` with the seconds to wait */
  async takeSignIn(ip: string): Promise<void> {
    await this.takeBoth(
      { name: 'sign-ins', size: this.limits.current.signInPerClientPer15Minutes, refusal: TOO_MANY },
      ip,
    );
  }

  async takeSignUp(ip: string): Promise<void> {
    await this.takeBoth({ name: 'sign-up', size: this.limits.current.signUpPer15Minutes }, ip);
  }

  /** @throws LuitError `too_many_attempts` with the seconds to wait */
  async takeReset(ip: string): Promise<void> {
    await this.takeBoth({ name: 'reset', size: this.limits.current.signUpPer15Minutes, refusal: TOO_MANY_RESETS }, ip);
  }

  async takeNewPassword(userId: string): Promise<void> {
    await this.limiter.take([{ allowance: NEW_PASSWORD, subject: userId }]);
  }

  /** An exhausted client takes nothing from the bucket of its network. */
  private async takeBoth(ofClient: Omit<Allowance, 'windowMs'>, ip: string): Promise<void> {
    const allowance = { ...ofClient, windowMs: QUARTER_HOUR_MS };
    const ofNetwork = { ...allowance, name: `${allowance.name}-network`, size: allowance.size * NETWORK_FACTOR };
    await this.limiter.take([
      { allowance, subject: addressPrefix(ip) },
      { allowance: ofNetwork, subject: networkPrefix(ip) },
    ]);
  }
}
