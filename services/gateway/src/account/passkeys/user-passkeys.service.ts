import { authCalls } from '@luit/contracts/auth/messages';
import type { NewPasskeyBody, Passkey, PasskeyResponse } from '@luit/contracts/auth/passkeys';
import type { Session } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { isUuid } from '@luit/platform/database/is-uuid';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type GatewayConfig } from '../../config';
import type { Identity } from '../../access/identities/token.strategy';
import { SignInLimiter } from '../../access/limits/sign-in-limiter';
import { deliverDevice, deviceOf } from '../accounts/device-cookie';
import { deliverSession } from '../accounts/refresh-cookie';

/** Passkeys of users. */
@Injectable()
export class UserPasskeysService {
  private readonly isSecure: boolean;

  constructor(
    private readonly calls: CallClient,
    private readonly limits: SignInLimiter,
    @Inject(CONFIG) { webUrl }: GatewayConfig,
  ) {
    this.isSecure = webUrl.startsWith('https:');
  }

  async startSignIn(request: FastifyRequest, reply: FastifyReply) {
    await this.limits.takeSignIn(request.ip);
    const device = deviceOf(request, this.isSecure);
    const { device_token, options } = await this.calls.call(authCalls.startPasskeySignIn, { device });
    deliverDevice(device_token, request, reply, this.isSecure);
    return { options };
  }

  async signIn(response: PasskeyResponse, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    await this.limits.takeSignIn(request.ip);
    const device = deviceOf(request, this.isSecure);
    const issued = await this.calls.call(authCalls.signInWithPasskey, { response, device });
    return deliverSession(issued, request, reply, this.isSecure);
  }

  async confirm(
    response: PasskeyResponse,
    { id: userId, sessionId }: Identity,
    request: FastifyRequest,
  ): Promise<void> {
    await this.limits.takeNewPassword(userId);
    const device = deviceOf(request, this.isSecure);
    await this.calls.call(authCalls.confirmWithPasskey, { userId, sessionId, response, device });
  }

  async start({ id: userId }: Identity, request: FastifyRequest, reply: FastifyReply) {
    const device = deviceOf(request, this.isSecure);
    const { device_token, options } = await this.calls.call(authCalls.startUserPasskey, { userId, device });
    deliverDevice(device_token, request, reply, this.isSecure);
    return { options };
  }

  add(input: NewPasskeyBody, { id: userId }: Identity, request: FastifyRequest): Promise<Passkey> {
    const device = deviceOf(request, this.isSecure);
    return this.calls.call(authCalls.addUserPasskey, { ...input, userId, device });
  }

  /** @throws LuitError `not_found` */
  async rename(passkeyId: string, name: string, { id: userId }: Identity): Promise<Passkey> {
    requirePasskeyId(passkeyId);
    return this.calls.call(authCalls.renameUserPasskey, { userId, passkeyId, name });
  }

  /** @throws LuitError `not_found` */
  async remove(passkeyId: string, { id: userId }: Identity): Promise<void> {
    requirePasskeyId(passkeyId);
    await this.calls.call(authCalls.removeUserPasskey, { userId, passkeyId });
  }
}

function requirePasskeyId(id: string): void {
  if (!isUuid(id)) throw new LuitError('not_found', 'This passkey does not exist.');
}
