import { LuitError } from '@luit/contracts/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse } from 'node:querystring';
import { recordRefusal } from './request-checks';

/** Our longest query is a search of 200 characters, each of up to nine escaped bytes, beside a cursor. */
const MAX_QUERY_LENGTH = 4 * 1024;
const MAX_QUERY_KEYS = 32;
const MAX_HEADER_LENGTHS = {
  // Four times what browsers keep as one cookie. Parsing takes 34 ms for 90 kB of short ones.
  cookie: 16 * 1024,
  // A form's boundary has at most 70 characters (RFC 2046, 5.1.1), and every byte of the form is compared with it.
  'content-type': 256,
};

/** Runs inside the router, where nothing may be thrown: what is over the limits is left unparsed, and refused by the hook. */
export function parseQuery(text: string): Record<string, unknown> {
  return isQueryWithinLimits(text) ? { ...parse(text) } : {};
}

/** Refuses queries and headers that hold more than any of ours, and NUL characters, before anything parses them. */
export function rejectOversizedRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const fault = faultOf(request);
    if (fault === undefined) return done();
    recordRefusal('body_refused', request, fault);
    done(new LuitError('validation_failed', `The ${fault}.`));
  });
}

function faultOf({ url, headers }: FastifyRequest): string | undefined {
  const at = url.indexOf('?');
  if (at >= 0 && !isQueryWithinLimits(url.slice(at + 1))) return 'query of the request is too long';
  // Postgres stores no NUL in a text and fails on a search for one.
  if (url.includes('%00')) return 'address of the request holds a NUL character';
  const tooLong = Object.entries(MAX_HEADER_LENGTHS).find(([name, length]) => (headers[name]?.length ?? 0) > length);
  return tooLong && `${tooLong[0]} header of the request is too long`;
}

function isQueryWithinLimits(text: string): boolean {
  return text.length <= MAX_QUERY_LENGTH && text.split('&', MAX_QUERY_KEYS + 1).length <= MAX_QUERY_KEYS;
}
