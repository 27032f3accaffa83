import { authCalls } from '@luit/contracts/auth/messages';
import type { SecondFactorProof } from '@luit/contracts/auth/operators';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SignInDto } from '../../../account/accounts/accounts.dto';
import { deliverDevice, deviceOf } from '../../../account/accounts/device-cookie';
import { CONFIG, type GatewayConfig } from '../../../config';
import { operatorCookie } from '../../../access/identities/operator-credentials';
import type { Identity } from '../../../access/identities/token.strategy';
import { SignInLimiter } from '../../../access/limits/sign-in-limiter';

export const operatorSession = z.object({
  message: z.string(),
  /** Only for clients that send `X-Client: token`. */
  token: z.string().optional(),
  /** Unix seconds. */
  expiresAt: z.number(),
  /** Seconds: the clock of a browser may be wrong. */
  expiresIn: z.number(),
  admin: z.object({ email: z.string() }),
});

@Injectable()
export class AdminSessionsService {
  private readonly isSecure: boolean;

  constructor(
    private readonly calls: CallClient,
    private readonly limits: SignInLimiter,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.isSecure = config.webUrl.startsWith('https:');
  }

  /** Browsers receive the session as an HttpOnly cookie; clients that send `X-Client: token` receive the token. */
  async signIn({ email, password }: SignInDto, request: FastifyRequest, reply: FastifyReply) {
    await this.limits.takeSignIn(request.ip);
    const device = deviceOf(request, this.isSecure);
    const signedIn = await this.calls.call(authCalls.adminSignIn, { email, password, device });
    const { token, expiresAt, admin, device_token } = signedIn;
    deliverDevice(device_token, request, reply, this.isSecure);
    const expiresIn = expiresAt - Math.floor(Date.now() / 1_000);
    const session = { message: 'Signed in', expiresAt, expiresIn, admin };
    if (request.headers['x-client'] === 'token') return { ...session, token };
    operatorCookie.set(reply, token, this.isSecure, expiresIn);
    return session;
  }

  identity({ id: adminId, sessionId }: Identity) {
    return this.calls.call(authCalls.getOperatorIdentity, { adminId, sessionId });
  }

  startVerification({ id: adminId, sessionId }: Identity) {
    return this.calls.call(authCalls.startPasskeyVerification, { adminId, sessionId });
  }

  /** @throws LuitError `second_factor_invalid`, `too_many_attempts` */
  async verify({ id: adminId, sessionId }: Identity, proof: SecondFactorProof, request: FastifyRequest) {
    await this.limits.takeSignIn(request.ip);
    const device = deviceOf(request, this.isSecure);
    return this.calls.call(authCalls.verifySecondFactor, { adminId, sessionId, proof, device });
  }

  async signOut({ id, sessionId }: Identity, reply: FastifyReply): Promise<object> {
    const answer = await this.calls.call(authCalls.adminSignOut, { adminId: id, sessionId });
    operatorCookie.clear(reply, this.isSecure);
    return answer;
  }
}
