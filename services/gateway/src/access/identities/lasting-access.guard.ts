import { LASTING_ACCESS, type LastingAccessKind } from '@luit/contracts/auth/lasting-access';
import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import type { ApiRequest } from './api-key.guard';
import type { IdentifiedRequest } from './identity.guards';

const GRANTS = 'luit:grants-lasting-access';

/** Declares that a route creates or extends access that outlives the session. If the kind is guarded, the sign-in must be recent. */
export const GrantsLastingAccess = (kind: LastingAccessKind) =>
  applyDecorators(SetMetadata(GRANTS, kind), ...(LASTING_ACCESS[kind].isGuarded ? [UseGuards(RecentSignInGuard)] : []));

/** @param handler a method of a controller */
export function lastingAccessOf(handler: object): LastingAccessKind | undefined {
  return Reflect.getMetadata(GRANTS, handler) as LastingAccessKind | undefined;
}

/**
 * Admits sessions with a recently entered password, so that a stolen token cannot grant access that outlives it. Also admits API clients:
 * their keys were granted this way and need the scope. Comes after `UserGuard` or `ApiKeyGuard`.
 */
@Injectable()
export class RecentSignInGuard implements CanActivate {
  constructor(private readonly calls: CallClient) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { user } = context.switchToHttp().getRequest<IdentifiedRequest | ApiRequest>();
    if (!user) return false;
    if ('keyId' in user) return true;
    await this.calls.call(authCalls.requireRecentSignIn, { userId: user.id, sessionId: user.sessionId });
    return true;
  }
}
