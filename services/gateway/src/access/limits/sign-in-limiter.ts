import type { ErrorCode } from '@luit/contracts/errors';
import { addressPrefix, networkPrefix } from '@luit/platform/security/address-prefix';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../../config';
import { type Allowance, RateLimiter } from './rate-limiter';

const QUARTER_HOUR_MS = 15 * 60_000;
const TOO_MANY = { code: 'too_many_attempts' as ErrorCode, text: 'Too many login attempts. Please try again later' };
const TOO_MANY_RESETS = {
  code: 'too_many_attempts' as ErrorCode,
  text: 'Too many reset attempts. Please try again later',
};
const NEW_PASSWORDS = 10;
/** Allowance of a network (IPv4 /24, IPv6 /48) relative to one client (IPv4 address, IPv6 /64). */
const NETWORK_FACTOR = 10;

/**
 * Limits attempts per client and per network across all accounts. Auth limits attempts per account and emails per address.
 */
@Injectable()
export class SignInLimiter {
  private readonly signIn: Allowance;
  private readonly signUp: Allowance;
  private readonly reset: Allowance;
  private readonly newPassword: Allowance;

  constructor(
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) { limits }: GatewayConfig,
  ) {
    const windowMs = QUARTER_HOUR_MS;
    this.signIn = { name: 'sign-ins', size: limits.signInPerClientPer15Minutes, windowMs, refusal: TOO_MANY };
    this.signUp = { name: 'sign-up', size: limits.signUpPer15Minutes, windowMs };
    this.reset = { name: 'reset', size: limits.signUpPer15Minutes, windowMs, refusal: TOO_MANY_RESETS };
    this.newPassword = { name: 'new-password', size: NEW_PASSWORDS, windowMs };
  }

  /** @throws LuitError `too_many_attempts` with the seconds to wait */
  async takeSignIn(ip: string): Promise<void> {
    await this.takeBoth(this.signIn, ip);
  }

  async takeSignUp(ip: string): Promise<void> {
    await this.takeBoth(this.signUp, ip);
  }

  /** @throws LuitError `too_many_attempts` with the seconds to wait */
  async takeReset(ip: string): Promise<void> {
    await this.takeBoth(this.reset, ip);
  }

  async takeNewPassword(userId: string): Promise<void> {
    await this.limiter.take([{ allowance: this.newPassword, subject: userId }]);
  }

  /** An exhausted client takes nothing from the bucket of its network. */
  private async takeBoth(allowance: Allowance, ip: string): Promise<void> {
    const ofNetwork = { ...allowance, name: `${allowance.name}-network`, size: allowance.size * NETWORK_FACTOR };
    await this.limiter.take([
      { allowance, subject: addressPrefix(ip) },
      { allowance: ofNetwork, subject: networkPrefix(ip) },
    ]);
  }
}
