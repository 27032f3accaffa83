import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import type { AccountDeletionPreview } from '@luit/contracts/http/accounts';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceOf } from '../accounts/device-cookie';
import { clearRefreshToken } from '../accounts/refresh-cookie';
import { CONFIG, type GatewayConfig } from '../config';
import type { Identity } from '../identities/token.strategy';
import { SignInLimiter } from '../limits/sign-in-limiter';
import type { AdminAccountDeletionDto } from '../admin/account-deletions/admin-account-deletions.dto';

/** Account deletions requested by the owner or by an operator. */
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
      this.calls.call(authCalls.getSealedRetention, {}),
    ]);
    return { credits: available, held, refund, sealedUntil };
  }

  /** For an operator. @throws LuitError `user_not_found` */
  async previewFor(userId: string): Promise<AccountDeletionPreview & { unfinishedJobs: number }> {
    if (!isUUID(userId)) throw new LuitError('user_not_found', 'Account not found');
    const [preview, { total }] = await Promise.all([
      this.preview({ id: userId }),
      this.calls.call(operationsCalls.listJobs, { userId, status: 'unfinished', limit: 1 }),
    ]);
    return { ...preview, unfinishedJobs: total };
  }

  /** @param user undefined if the deletion has started already, which revoked the session */
  async close(
    password: string,
    user: Identity | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ message: string }> {
    if (user) {
      await this.limits.takeSignIn(request.ip);
      const by = { password, device: deviceOf(request, this.isSecure) };
      await this.calls.call(authCalls.deleteAccount, { userId: user.id, by, wantsRefund: true });
    }
    clearRefreshToken(reply, this.isSecure);
    return { message: 'Your account is being deleted. We’ll email you when it’s done.' };
  }

  async closeFor(
    { id: adminId }: Identity,
    userId: string,
    { reason, refund = true }: AdminAccountDeletionDto,
  ): Promise<{ message: string }> {
    if (!isUUID(userId)) throw new LuitError('user_not_found', 'Account not found');
    await this.calls.call(authCalls.deleteAccount, { userId, by: { adminId, reason }, wantsRefund: refund });
    return { message: 'The account is being deleted.' };
  }
}
