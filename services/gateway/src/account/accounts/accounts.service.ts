import { authCalls } from '@luit/contracts/auth/messages';
import type { ConfirmBody, RefreshBody, Session, SignOutBody, SignUpBody } from '@luit/contracts/auth/sessions';
import type { User } from '@luit/contracts/auth/users';
import { type ErrorCode, LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EmailDto, SignInDto } from './accounts.dto';
import { CONFIG, type GatewayConfig } from '../../config';
import type { Identity } from '../../access/identities/token.strategy';
import { isImpersonationToken } from '../../access/identities/impersonation-tokens';
import { SignInLimiter } from '../../access/limits/sign-in-limiter';
import { deliverDevice, deviceOf } from './device-cookie';
import { deliverSession, REFRESH_COOKIE } from './refresh-cookie';

const ACCOUNT_LOCKED: ErrorCode[] = ['user_blocked', 'account_closed'];

/** Sign-up, sign-in and sessions of users. The refresh token is a cookie, or in the body for clients that request it. */
@Injectable()
export class AccountsService {
  private readonly isSecure: boolean;

  constructor(
    private readonly calls: CallClient,
    private readonly limits: SignInLimiter,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.isSecure = config.webUrl.startsWith('https:');
  }

  async signUp(
    input: SignUpBody,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ requires_email_confirmation: true; user: User }> {
    await this.limits.takeSignUp(request.ip);
    const { device_token, ...answer } = await this.calls.call(authCalls.signUp, {
      ...input,
      device: deviceOf(request, this.isSecure),
    });
    deliverDevice(device_token, request, reply, this.isSecure);
    return answer;
  }

  async confirm({ token, password }: ConfirmBody, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    const issued = await this.calls.call(authCalls.confirmEmail, {
      token,
      password,
      device: deviceOf(request, this.isSecure),
    });
    return deliverSession(issued, request, reply, this.isSecure);
  }

  async resend({ email }: EmailDto, request: FastifyRequest): Promise<object> {
    await this.limits.takeSignUp(request.ip);
    return this.calls.call(authCalls.resendConfirmation, { email });
  }

  async signIn({ email, password }: SignInDto, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    await this.limits.takeSignIn(request.ip);
    const issued = await this.calls.call(authCalls.signIn, {
      email,
      password,
      device: deviceOf(request, this.isSecure),
    });
    return deliverSession(issued, request, reply, this.isSecure);
  }

  async refresh(input: RefreshBody, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    const refreshToken = input.refresh_token ?? REFRESH_COOKIE.read(request, this.isSecure);
    if (!refreshToken) throw new LuitError('unauthorized', 'No active session');
    try {
      const issued = await this.calls.call(authCalls.refresh, {
        refreshToken,
        device: deviceOf(request, this.isSecure),
      });
      return deliverSession(issued, request, reply, this.isSecure, input.refresh_token === undefined);
    } catch (error) {
      const isSessionOver = error instanceof LuitError && (error.status === 401 || ACCOUNT_LOCKED.includes(error.code));
      if (isSessionOver) REFRESH_COOKIE.clear(reply, this.isSecure);
      throw error;
    }
  }

  /** Accepts an access token or, if that has expired, the refresh token alone. */
  async signOut(
    { scope = 'local' }: SignOutBody,
    user: Identity | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const session = user ? { userId: user.id, sessionId: user.sessionId } : await this.sessionOfCookie(request);
    if (session) await this.calls.call(authCalls.signOut, { ...session, scope });
    if (scope !== 'others') REFRESH_COOKIE.clear(reply, this.isSecure);
  }

  /** Returns the session of the access token, or null, and whether it is an operator's impersonation session. */
  async getSession(
    user: Identity | undefined,
    request: FastifyRequest,
  ): Promise<{ session: Session | null; is_view: boolean }> {
    if (!user) return { session: null, is_view: false };
    const session: Session = {
      access_token: request.headers.authorization?.replace(/^bearer\s+/i, '') ?? '',
      expires_at: user.expiresAt,
      expires_in: Math.max(0, user.expiresAt - Math.floor(Date.now() / 1_000)),
      user: await this.calls.call(authCalls.getUser, { userId: user.id }),
    };
    return { session, is_view: isImpersonationToken(request.headers.authorization) };
  }

  async getUser(user: Identity | undefined): Promise<{ user: User }> {
    if (!user) throw new LuitError('unauthorized', 'Auth session missing');
    return { user: await this.calls.call(authCalls.getUser, { userId: user.id }) };
  }

  private async sessionOfCookie(request: FastifyRequest): Promise<{ userId: string; sessionId: string } | undefined> {
    const refreshToken = REFRESH_COOKIE.read(request, this.isSecure);
    if (!refreshToken) return undefined;
    try {
      const issued = await this.calls.call(authCalls.refresh, {
        refreshToken,
        device: deviceOf(request, this.isSecure),
      });
      return { userId: issued.user.id, sessionId: issued.session_id };
    } catch (error) {
      // A refresh token that auth rejects has no session left to revoke.
      if (error instanceof LuitError && error.status < 500) return undefined;
      throw error;
    }
  }
}
