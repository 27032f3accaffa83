import { LuitError } from '@luit/contracts/errors';
import { looksLikeApiKey } from '@luit/contracts/auth/api-key-format';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const BEARER = /^Bearer +/i;
/** The start of a key, in any URL encoding of its underscores. */
const KEY_IN_URL = /luit(?:_|%5f)(?:live|test|runner)(?:_|%5f)/i;

/** The credential of the header `Authorization: Bearer …`; undefined without one. */
export function bearerOf({ headers: { authorization = '' } }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return BEARER.test(authorization) ? authorization.replace(BEARER, '') : undefined;
}

export function bearsApiKey(request: Pick<FastifyRequest, 'headers'>): boolean {
  return looksLikeApiKey(bearerOf(request) ?? '');
}

/** Rejects API keys in URLs, on every route: proxies log URLs, and browsers keep them. */
export function rejectApiKeysInUrls(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!KEY_IN_URL.test(request.url)) return done();
    recordSecurityEvent('token_refused', { tokenType: 'api-key', fault: 'in the URL', ip: request.ip });
    const text = 'Send your API key in the Authorization header, not in the URL. Rotate this key: URLs are logged.';
    done(new LuitError('validation_failed', text));
  });
}
