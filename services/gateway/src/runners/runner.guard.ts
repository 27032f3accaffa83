import { LuitError } from '@luit/contracts/errors';
import type { RunnerGrant } from '@luit/contracts/generation/runners';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { bearerOf } from '../access/identities/api-key-credentials';
import { RunnerTokens } from './runner-tokens';

type RunnerRequest = FastifyRequest & { runnerGrant?: RunnerGrant };

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<RunnerRequest>();

/** Injects what the token of the request allows; always defined behind `RunnerGuard`. */
export const Grant = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).runnerGrant);

/** Admits runners with a valid token. */
@Injectable()
export class RunnerGuard implements CanActivate {
  constructor(private readonly tokens: RunnerTokens) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const token = bearerOf(request);
    if (token === undefined) throw new LuitError('unauthorized', 'Send the token in the header Authorization.');
    request.runnerGrant = await this.tokens.grantOf(token, request.ip);
    return true;
  }
}
