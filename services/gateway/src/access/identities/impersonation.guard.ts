import { LuitError } from '@luit/contracts/errors';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isImpersonationToken } from './impersonation-tokens';

/** Requests that change nothing. */
const READS = ['GET', 'HEAD'];

/** Refuses every change with the token of an impersonation session, regardless of the route. */
@Injectable()
export class ImpersonationGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    // Sockets do not admit such tokens.
    if (context.getType() !== 'http') return true;
    const { method, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (READS.includes(method) || !isImpersonationToken(headers.authorization)) return true;
    throw new LuitError('forbidden', 'You are impersonating a user, so you cannot change anything.');
  }
}
