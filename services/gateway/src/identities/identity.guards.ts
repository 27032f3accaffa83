import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { type CanActivate, createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type GatewayConfig } from '../config';
import { operatorAuthorization } from './operator-credentials';
import { guestOf, identityOf } from './token-check';
import { ADMIN, type Guest, type Identity, PASSWORD_RESET, USER } from './token.strategy';

export type IdentifiedRequest = FastifyRequest & { user?: Identity };

function requestOf(context: ExecutionContext): IdentifiedRequest {
  return context.switchToHttp().getRequest<IdentifiedRequest>();
}

/** Whoever signed the request; behind `UserGuard` and `AdminGuard` always there. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).user);

/** Lets a signed-in creator in. */
@Injectable()
export class UserGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    request.user = await identityOf(USER, request);
    if (request.user) return true;
    if (!request.headers.authorization) throw new LuitError('unauthorized', 'No active session');
    throw new LuitError('unauthorized', 'Your session has expired. Please sign in again.');
  }
}

/** Lets a guest in, who sends no token at all; a token that is not good is nobody's, and never taken for a guest's. */
@Injectable()
export class UserOrGuestGuard extends UserGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    return !requestOf(context).headers.authorization || super.canActivate(context);
  }
}

/** Of a request's route: its owner, or the guest whose claim names it. */
export type OwnerOrGuest = Identity | Guest;

const CLAIM_SCHEME = /^Claim /i;

/** Lets a signed-in creator in, or a guest by a claim to this very request. */
@Injectable()
export class OwnerOrGuestGuard extends UserGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context) as FastifyRequest<{
      Params: { id: string };
      Querystring: { claim?: unknown };
    }> & {
      user?: OwnerOrGuest;
    };
    const claim = claimOf(request);
    if (claim === undefined) return super.canActivate(context);
    const guest = await guestOf(claim, request.ip);
    if (!guest) throw new LuitError('unauthorized', 'This link has expired or is not complete.');
    if (guest.requestId !== request.params.id) throw new LuitError('not_found', 'There is no such request.');
    request.user = guest;
    return true;
  }
}

/** Of the header, or of a link to a file, which carries no header. */
function claimOf({ headers, method, query }: FastifyRequest<{ Querystring: { claim?: unknown } }>): string | undefined {
  const { authorization = '' } = headers;
  if (CLAIM_SCHEME.test(authorization)) return authorization.replace(CLAIM_SCHEME, '');
  return method === 'GET' && authorization === '' && typeof query.claim === 'string' ? query.claim : undefined;
}

/** Lets in whoever may set a new password: a signed-in creator, or one who came by a mailed link. */
@Injectable()
export class PasswordGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    request.user = (await identityOf(USER, request)) ?? (await identityOf(PASSWORD_RESET, request, false));
    if (request.user) return true;
    throw new LuitError('unauthorized', 'Auth session missing');
  }
}

/** Lets a signed-in creator in, and whoever was signed in when the account was closed: the latter as nobody. */
@Injectable()
export class AccountDeletionGuard extends UserGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    try {
      return await super.canActivate(context);
    } catch (error) {
      if (error instanceof LuitError && error.code === 'account_closed') return true;
      throw error;
    }
  }
}

/** Knows a signed-in creator, and lets everybody in. */
@Injectable()
export class OptionalUserGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    request.user = await identityOf(USER, request);
    return true;
  }
}

function signedOutIdle(): LuitError {
  const text = 'You were signed out after 30 minutes without activity. Please login again.';
  return new LuitError('unauthorized', text, { details: { reason: 'idle' } });
}

/** Lets an operator in whose session auth still knows; a creator's token is the wrong role. */
@Injectable()
export class AdminGuard implements CanActivate {
  private readonly isSecure: boolean;

  constructor(
    private readonly calls: CallClient,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.isSecure = config.webUrl.startsWith('https:');
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const authorization = operatorAuthorization(request, this.isSecure);
    if (!authorization) throw new LuitError('unauthorized', 'No admin token found. Please login again.');
    const admin = await identityOf(ADMIN, { headers: { authorization } });
    if (!admin) {
      if (await identityOf(USER, request, false)) throw new LuitError('forbidden', 'This is for administrators only.');
      throw new LuitError('unauthorized', 'Session expired. Please login again.');
    }
    const { active, isIdle } = await this.calls.call(authCalls.checkAdminSession, {
      adminId: admin.id,
      sessionId: admin.sessionId,
      isBackground: request.headers['x-background'] === '1',
    });
    if (isIdle) throw signedOutIdle();
    if (!active) throw new LuitError('unauthorized', 'Session expired. Please login again.');
    request.user = admin;
    return true;
  }
}
