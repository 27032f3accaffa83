import { LuitError } from '@luit/contracts/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse } from 'node:querystring';
import { addField } from './form-values';
import { recordRefusal } from './request-checks';

/** The longest valid query is a search of 200 characters, each of up to nine escaped bytes, plus a cursor. */
const MAX_QUERY_LENGTH = 4 * 1024;
const MAX_QUERY_KEYS = 32;
const MAX_HEADER_LENGTHS = {
  // Four times the size that browsers allow for one cookie. Parsing 90 kB of short cookies takes 34 ms.
  cookie: 16 * 1024,
  // The boundary of a form has at most 70 characters (RFC 2046, section 5.1.1), and every byte of the form is compared with it.
  'content-type': 256,
};

/** Runs inside the router, which must not throw. Queries above the limits stay unparsed, and the hook rejects them. */
export function parseQuery(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  if (isQueryWithinLimits(text)) for (const [name, value] of Object.entries(parse(text))) addField(fields, name, value);
  return fields;
}

/** Rejects oversized queries and headers, and NUL characters, before they are parsed. */
export function rejectOversizedRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const reason = rejectionReason(request);
    if (reason === undefined) return done();
    recordRefusal('body_refused', request, reason);
    done(new LuitError('validation_failed', `The ${reason}.`));
  });
}

function rejectionReason({ url, headers }: FastifyRequest): string | undefined {
  const at = url.indexOf('?');
  if (at >= 0 && !isQueryWithinLimits(url.slice(at + 1))) return 'request query is too long';
  // Postgres rejects NUL characters in text.
  if (url.includes('%00')) return 'request URL contains a NUL character';
  const tooLong = Object.entries(MAX_HEADER_LENGTHS).find(([name, length]) => (headers[name]?.length ?? 0) > length);
  return tooLong && `${tooLong[0]} request header is too long`;
}

function isQueryWithinLimits(text: string): boolean {
  return text.length <= MAX_QUERY_LENGTH && text.split('&', MAX_QUERY_KEYS + 1).length <= MAX_QUERY_KEYS;
}
