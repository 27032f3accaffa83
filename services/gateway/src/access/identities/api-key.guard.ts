import type { ApiKeyScope } from '@luit/contracts/auth/api-key-limits';
import { testAccountOf } from '@luit/contracts/auth/test-accounts';
import { LuitError } from '@luit/contracts/errors';
import { isApiKey, looksLikeApiKey } from '@luit/contracts/auth/api-key-format';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_VERSION_HEADER } from '../../http/answers/api-version';
import { bearerOf } from './api-key-credentials';
import { ApiKeyGrants, type CheckedGrant, hasExpired } from './api-key-grants';

const SCOPE = 'luit:scope';

/** The account that an API client acts for, and its key. */
export interface ApiClient {
  /** Id of the account; for a test key, the test account of its owner. */
  id: string;
  keyId: string;
  scopes: ApiKeyScope[];
  /** Null for all models. */
  models: string[] | null;
}

export type ApiRequest = FastifyRequest & { user?: ApiClient };

/** Declares the scope that a key needs for a route. Every route behind `ApiKeyGuard` has one. */
export const RequiresScope = (scope: ApiKeyScope) => SetMetadata(SCOPE, scope);

/** Admits API clients with a valid API key that has the scope of the route. Refuses tokens of signed-in people. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly grants: ApiKeyGrants,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    try {
      const grant = await this.grantOf(request);
      const { id: keyId, userId, mode, scopes, models, apiVersion } = grant;
      if (request.headers['luit-version'] === undefined) {
        void http.getResponse<FastifyReply>().header(API_VERSION_HEADER, apiVersion);
      }
      request.user = { id: mode === 'test' ? testAccountOf(userId) : userId, keyId, scopes, models };
      this.check(grant, request, this.scopeOf(context));
      return true;
    } catch (error) {
      if (error instanceof LuitError && error.code === 'unauthorized') {
        void http.getResponse<FastifyReply>().header('www-authenticate', 'Bearer realm="Luit API"');
      }
      throw error;
    }
  }

  private async grantOf(request: ApiRequest): Promise<CheckedGrant> {
    const { ip } = request;
    const key = bearerOf(request);
    if (key === undefined) throw refused('Send your API key in the header Authorization: Bearer luit_live_…');
    if (!looksLikeApiKey(key))
      throw refused('Only API keys are accepted here. They begin with luit_live_ or luit_test_.');
    if (!isApiKey(key)) {
      recordFault('malformed', ip);
      throw refused('This API key is malformed. Check that it was copied completely.');
    }
    const grant = await this.grants.find(key, ip);
    if (!grant) {
      recordFault('unknown', ip);
      throw refused('This API key is unknown, revoked or expired.');
    }
    return grant;
  }

  private check(grant: CheckedGrant, { ip }: ApiRequest, scope: ApiKeyScope): void {
    const { scopes } = grant;
    if (hasExpired(grant)) throw refused('This API key has expired.');
    if (!grant.admits(ip)) {
      recordFault('another network', ip);
      throw new LuitError('forbidden', `This API key does not accept requests from ${ip}.`);
    }
    if (scopes.includes(scope)) return;
    throw new LuitError('forbidden', `This API key lacks the scope ${scope}.`, { details: { scope } });
  }

  private scopeOf(context: ExecutionContext): ApiKeyScope {
    const targets = [context.getHandler(), context.getClass()];
    const scope = this.reflector.getAllAndOverride<ApiKeyScope | undefined>(SCOPE, targets);
    if (!scope) throw new Error(`${context.getClass().name}.${context.getHandler().name} declares no scope`);
    return scope;
  }
}

/** @throws LuitError `forbidden` if the key may not use the model */
export function assertModelAllowed({ models }: ApiClient, model: string): void {
  if (!models || models.includes(model)) return;
  throw new LuitError('forbidden', `This API key may not use the model ${model}.`, { details: { model } });
}

function recordFault(fault: string, ip: string): void {
  recordSecurityEvent('token_refused', { tokenType: 'api-key', fault, ip });
}

function refused(text: string): LuitError {
  return new LuitError('unauthorized', text);
}
