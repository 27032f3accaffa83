import type { AccountAccess } from '@luit/contracts/auth/lasting-access';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ListedShareLink } from '@luit/contracts/generation/share-links';
import { CallClient } from '@luit/platform/calls/call-client';
import { isUuid } from '@luit/platform/database/is-uuid';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { deviceOf } from '../accounts/device-cookie';
import { CONFIG, type GatewayConfig } from '../../config';
import type { Identity } from '../../access/identities/token.strategy';
import { SignInLimiter } from '../../access/limits/sign-in-limiter';

/** The kinds of access to an account that outlive a session. */
@Injectable()
export class LastingAccessService {
  private readonly isSecure: boolean;

  constructor(
    private readonly calls: CallClient,
    private readonly limits: SignInLimiter,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.isSecure = config.webUrl.startsWith('https:');
  }

  async list({ id: userId, sessionId }: Identity): Promise<AccountAccess & { shareLinks: ListedShareLink[] }> {
    const [access, { links }] = await Promise.all([
      this.calls.call(authCalls.listAccess, { userId, sessionId }),
      this.calls.call(generationCalls.listShareLinks, { userId }),
    ]);
    return { ...access, shareLinks: links };
  }

  /** @throws LuitError `invalid_credentials`, `too_many_attempts` */
  async confirm(password: string, { id: userId, sessionId }: Identity, request: FastifyRequest): Promise<void> {
    await this.limits.takeNewPassword(userId);
    const device = deviceOf(request, this.isSecure);
    await this.calls.call(authCalls.confirmPassword, { userId, sessionId, password, device });
  }

  /** @throws LuitError `not_found` for an id that is none */
  async forgetDevice(deviceId: string, { id: userId }: Identity): Promise<void> {
    if (!isUuid(deviceId)) throw new LuitError('not_found', 'This device does not exist.');
    await this.calls.call(authCalls.forgetDevice, { userId, deviceId });
  }

  /** @throws LuitError `not_found` for an id that is none */
  async endPush(subscriptionId: string, { id: userId }: Identity): Promise<void> {
    if (!isUuid(subscriptionId)) throw new LuitError('not_found', 'This subscription does not exist.');
    await this.calls.call(authCalls.endPushSubscription, { userId, subscriptionId });
  }
}
