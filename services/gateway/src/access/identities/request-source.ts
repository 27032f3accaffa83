import type { RequestSource } from '@luit/contracts/auth/sessions';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const MAX_USER_AGENT = 512;

/** The client's address and user agent. */
export function sourceOf({ ip, headers }: FastifyRequest): RequestSource {
  return { ip, userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT) };
}

/** Injects the origin of the request, for the mail about its effect. */
export const From = createParamDecorator((_: unknown, context: ExecutionContext) =>
  sourceOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
