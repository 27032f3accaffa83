import { LuitError } from '@luit/contracts/errors';
import { addressPrefix } from '@luit/platform/security/address-prefix';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyKindOf } from '../http/requests/body-kind';
import { recordRefusal } from '../http/requests/request-checks';
import { TokenBuckets } from '../memory/token-buckets';

/** Webhooks of one address that may be refused per minute. Vendors sign theirs, so only forgers and wrong secrets reach it. */
export const REFUSED_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/**
 * Rejects webhooks of an address whose webhooks were refused too often, before their bodies are read: verifying half a
 * megabyte takes work in two services. Webhooks that verify are never counted.
 */
export function limitForgedWebhooks(fastify: FastifyInstance): void {
  const refused = new TokenBuckets(REFUSED_PER_MINUTE, MINUTE_MS);
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isWebhook(request) || !refused.isEmpty(addressPrefix(request.ip))) return done();
    recordRefusal('rate_limited', request, 'Too many refused webhooks');
    // Otherwise a body that never ends would hold the connection.
    reply.header('connection', 'close');
    const retryAfterSeconds = MINUTE_MS / 1_000 / REFUSED_PER_MINUTE;
    const text = 'Too many invalid webhooks from this address. Please try again later.';
    done(new LuitError('too_many_requests', text, { retryAfterSeconds }));
  });
  fastify.addHook('onResponse', (request, { statusCode }, done) => {
    const isRefusal = statusCode >= 400 && statusCode < 500 && statusCode !== 429;
    if (isWebhook(request) && isRefusal) refused.take(addressPrefix(request.ip));
    done();
  });
}

function isWebhook(request: FastifyRequest): boolean {
  return bodyKindOf(request) === 'raw';
}
