import { LuitError } from '@luit/contracts/errors';
import type { FastifyInstance } from 'fastify';
import { parse } from 'node:querystring';
import { recordRefusal } from './request-checks';

/** Our longest query is a search of 200 characters, each of up to nine escaped bytes, beside a cursor. */
const MAX_QUERY_LENGTH = 4 * 1024;
const MAX_QUERY_KEYS = 32;
/** Four times what browsers keep as one cookie. Parsing takes 34 ms for 90 kB of short ones. */
const MAX_COOKIE_LENGTH = 16 * 1024;

/** Runs inside the router, where nothing may be thrown: what is over the limits is left unparsed, and refused by the hook. */
export function parseQuery(text: string): Record<string, unknown> {
  return isQueryWithinLimits(text) ? { ...parse(text) } : {};
}

/** Refuses queries and cookies that hold more than any of ours, before anything parses them. */
export function refuseLargeHeads(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const at = request.url.indexOf('?');
    const isQueryTooLong = at >= 0 && !isQueryWithinLimits(request.url.slice(at + 1));
    if (!isQueryTooLong && (request.headers.cookie?.length ?? 0) <= MAX_COOKIE_LENGTH) return done();
    recordRefusal('body_refused', request, isQueryTooLong ? 'query' : 'cookie');
    done(
      new LuitError('validation_failed', `The ${isQueryTooLong ? 'address' : 'cookie'} of the request is too long.`),
    );
  });
}

function isQueryWithinLimits(text: string): boolean {
  return text.length <= MAX_QUERY_LENGTH && text.split('&', MAX_QUERY_KEYS + 1).length <= MAX_QUERY_KEYS;
}
