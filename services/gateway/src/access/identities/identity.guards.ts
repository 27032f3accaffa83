import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { type CanActivate, createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type GatewayConfig } from '../../config';
import { isBackground } from '../../http/logs/background';
import { hasFreshSecondFactor, requirePermission } from './operator-access';
import { operatorAuthorization } from './operator-credentials';
import { permissionOf } from './operator-permission';
import { bearsApiKey } from './api-key-credentials';
import { guestOf, identityOf } from './token-check';
import { ADMIN, type Guest, type Identity, type Operator, PASSWORD_RESET, USER } from './token.strategy';

export type IdentifiedRequest = FastifyRequest & { user?: Identity | Operator };

function requestOf(context: ExecutionContext): IdentifiedRequest {
  return context.switchToHttp().getRequest<IdentifiedRequest>();
}

/** Injects the authenticated identity; always defined behind `UserGuard` and `AdminGuard`. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).user);

/** Admits signed-in users. */
@Injectable()
export class UserGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    request.user = await identityOf(USER, request);
    if (request.user) return true;
    if (!request.headers.authorization) throw new LuitError('unauthorized', 'No active session');
    if (bearsApiKey(request)) throw new LuitError('unauthorized', 'API keys work for the routes under /v1 only.');
    throw new LuitError('unauthorized', 'Your session has expired. Please sign in again.');
  }
}

/** Admits signed-in users and requests without a token. An invalid token is rejected, never treated as a guest. */
@Injectable()
export class UserOrGuestGuard extends UserGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    return !requestOf(context).headers.authorization || super.canActivate(context);
  }
}

/** The owner of a request, or the guest who holds an access token for it. */
export type OwnerOrGuest = Identity | Guest;

const CLAIM_SCHEME = /^Claim /i;

/** Admits signed-in users, and guests with an access token for the request in the route. */
@Injectable()
export class OwnerOrGuestGuard extends UserGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context) as FastifyRequest<{
      Params: { id: string };
      Querystring: { claim?: unknown };
    }> & {
      user?: OwnerOrGuest;
    };
    const token = guestTokenOf(request);
    if (token === undefined) return super.canActivate(context);
    const guest = await guestOf(token, request.ip);
    if (!guest) throw new LuitError('unauthorized', 'This link has expired or is incomplete.');
    if (guest.requestId !== request.params.id) throw new LuitError('not_found', 'Request not found.');
    request.user = guest;
    return true;
  }
}

/** Reads the token from the header, or from the query of a file link, which is opened without headers. */
function guestTokenOf({
  headers,
  method,
  query,
}: FastifyRequest<{ Querystring: { claim?: unknown } }>): string | undefined {
  const { authorization = '' } = headers;
  if (CLAIM_SCHEME.test(authorization)) return authorization.replace(CLAIM_SCHEME, '');
  return method === 'GET' && authorization === '' && typeof query.claim === 'string' ? query.claim : undefined;
}

/** Admits signed-in users, and users with a password reset session. */
@Injectable()
export class PasswordGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    request.user = (await identityOf(USER, request)) ?? (await identityOf(PASSWORD_RESET, request, false));
    if (request.user) return true;
    throw new LuitError('unauthorized', 'Auth session missing');
  }
}

/** Admits signed-in users, and sessions of an account that is being deleted; the latter without an identity. */
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

/** Admits everyone and identifies signed-in users. */
@Injectable()
export class OptionalUserGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    request.user = await identityOf(USER, request);
    return true;
  }
}

function idleSignOut(): LuitError {
  const text = 'You were signed out after 30 minutes of inactivity. Please sign in again.';
  return new LuitError('unauthorized', text, { details: { reason: 'idle' } });
}

/** Admits operators with an active session and a role that has the permission of the route. A user's token gets 403. */
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
      if (await identityOf(USER, request, false))
        throw new LuitError('forbidden', 'You need an operator account to do this.');
      throw new LuitError('unauthorized', 'Session expired. Please login again.');
    }
    const { active, isIdle, operator } = await this.calls.call(authCalls.checkAdminSession, {
      adminId: admin.id,
      sessionId: admin.sessionId,
      isBackground: isBackground(request.headers),
    });
    if (isIdle) throw idleSignOut();
    if (!active || !operator) throw new LuitError('unauthorized', 'Session expired. Please login again.');
    // Known to what records refused actions, also if the permission is missing.
    request.user = admin;
    const permission = permissionOf(context.getHandler(), context.getClass());
    if (!permission) throw new Error(`${context.getClass().name}.${context.getHandler().name} declares no permission`);
    requirePermission(operator, permission);
    const { role } = operator;
    request.user = { ...admin, isOperator: true, role, hasFreshSecondFactor: hasFreshSecondFactor(operator) };
    return true;
  }
}
