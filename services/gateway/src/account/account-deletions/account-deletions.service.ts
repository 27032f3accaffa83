import type { OwnDeletionBody } from '@luit/contracts/auth/account-deletion';
import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { AccountDeletionPreview } from '@luit/contracts/http/accounts';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceOf } from '../accounts/device-cookie';
import { REFRESH_COOKIE } from '../accounts/refresh-cookie';
import { CONFIG, type GatewayConfig } from '../../config';
import type { Identity } from '../../access/identities/token.strategy';
import { SignInLimiter } from '../../access/limits/sign-in-limiter';

/** Account deletions requested by the owner. */
@Injectable()
export class AccountDeletionsService {
  private readonly isSecure: boolean;

  constructor(
    private readonly calls: CallClient,
    private readonly limits: SignInLimiter,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.isSecure = config.webUrl.startsWith('https:');
  }

  async preview({ id }: Pick<Identity, 'id'>): Promise<AccountDeletionPreview> {
    const [{ available, held }, refund, { sealedUntil }] = await Promise.all([
      this.calls.call(billingCalls.getBalance, { userId: id }),
      this.calls.call(billingCalls.quoteUnusedCredits, { userId: id }),
      this.calls.call(authCalls.getRecordRetention, {}),
    ]);
    return { credits: available, held, refund, sealedUntil };
  }

  /** @param user undefined if the deletion has started already, which revoked the session */
  async close(
    { password }: OwnDeletionBody,
    user: Identity | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ message: string }> {
    if (user) {
      await this.limits.takeSignIn(request.ip);
      const by =
        password === undefined ? { sessionId: user.sessionId } : { password, device: deviceOf(request, this.isSecure) };
      await this.calls.call(authCalls.deleteAccount, { userId: user.id, by, wantsRefund: true });
    }
    REFRESH_COOKIE.clear(reply, this.isSecure);
    return { message: 'Your account is being deleted. We’ll email you when it’s done.' };
  }
}
