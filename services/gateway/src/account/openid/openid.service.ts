import { authCalls } from '@luit/contracts/auth/messages';
import type { OpenIdIntent, OpenIdLinkBody, OpenIdReturnBody, OpenIdSignUpBody } from '@luit/contracts/auth/openid';
import type { Session } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { isUuid } from '@luit/platform/database/is-uuid';
import { supportsPasskeys } from '@luit/platform/security/passkey-host';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type GatewayConfig } from '../../config';
import type { Identity } from '../../access/identities/token.strategy';
import { SignInLimiter } from '../../access/limits/sign-in-limiter';
import { deliverDevice, deviceOf } from '../accounts/device-cookie';
import { deliverSession } from '../accounts/refresh-cookie';
import { OpenIdClient } from './openid-client';

/** Sign-ins at the OpenID provider. */
@Injectable()
export class OpenIdService {
  private readonly isSecure: boolean;
  private readonly hasPasskeys: boolean;

  constructor(
    private readonly calls: CallClient,
    private readonly limits: SignInLimiter,
    private readonly client: OpenIdClient,
    @Inject(CONFIG) { webUrl }: GatewayConfig,
  ) {
    this.isSecure = webUrl.startsWith('https:');
    this.hasPasskeys = supportsPasskeys(webUrl);
  }

  methods() {
    return { provider: this.client.provider, passkeys: this.hasPasskeys };
  }

  async start(intent: OpenIdIntent, user: Identity | undefined, request: FastifyRequest, reply: FastifyReply) {
    await this.limits.takeSignIn(request.ip);
    const device = deviceOf(request, this.isSecure);
    const { device_token, ...secrets } = await this.calls.call(authCalls.startOpenId, {
      ...{ intent, ...sessionOf(user), device },
    });
    const url = await this.client.authorizationUrl(secrets);
    deliverDevice(device_token, request, reply, this.isSecure);
    return { url };
  }

  async finish(input: OpenIdReturnBody, user: Identity | undefined, request: FastifyRequest, reply: FastifyReply) {
    await this.limits.takeSignIn(request.ip);
    const by = { ...sessionOf(user), device: deviceOf(request, this.isSecure) };
    // The state is used up before the code is, so that no code is exchanged twice.
    const { intent, ...secrets } = await this.calls.call(authCalls.takeOpenIdState, { state: input.state, ...by });
    const identity = await this.client.identify(input, secrets, request.ip);
    const { session, ...answer } = await this.calls.call(authCalls.finishOpenId, { intent, identity, ...by });
    return session ? { ...answer, session: deliverSession(session, request, reply, this.isSecure) } : answer;
  }

  async signUp(input: OpenIdSignUpBody, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    await this.limits.takeSignUp(request.ip);
    const device = deviceOf(request, this.isSecure);
    const issued = await this.calls.call(authCalls.signUpWithOpenId, { ...input, device });
    return deliverSession(issued, request, reply, this.isSecure);
  }

  async confirmLink(input: OpenIdLinkBody, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    await this.limits.takeSignIn(request.ip);
    const device = deviceOf(request, this.isSecure);
    const issued = await this.calls.call(authCalls.confirmOpenIdLink, { ...input, device });
    return deliverSession(issued, request, reply, this.isSecure);
  }

  async mailLink(token: string, request: FastifyRequest): Promise<object> {
    await this.limits.takeReset(request.ip);
    return this.calls.call(authCalls.mailOpenIdLink, { token, device: deviceOf(request, this.isSecure) });
  }

  /** @throws LuitError `not_found` */
  async unlink(linkedSignInId: string, { id: userId }: Identity): Promise<void> {
    if (!isUuid(linkedSignInId)) throw new LuitError('not_found', 'This way to sign in does not exist.');
    await this.calls.call(authCalls.unlinkSignIn, { userId, linkedSignInId });
  }
}

function sessionOf(user: Identity | undefined) {
  return user && { userId: user.id, sessionId: user.sessionId };
}
