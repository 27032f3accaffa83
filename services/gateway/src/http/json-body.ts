import { LuitError } from '@luit/contracts/errors';
import type { FastifyInstance } from 'fastify';

export const JSON_LIMIT_BYTES = 1024 * 1024;
export const WEBHOOK_LIMIT_BYTES = 2 * 1024 * 1024;
/** A data URI of a 10 MB image, and a little. */
export const PREDICTION_LIMIT_BYTES = 14 * 1024 * 1024;
const PREDICTIONS_PATH = '/api/predictions';
export const WEBHOOK_PREFIX = '/api/webhooks/';

/** No body of ours nests deeper; what does would overflow the stack of whoever walks it. */
const MAX_DEPTH = 32;

/**
 * Reads bodies: raw bytes for webhooks, whose signatures cover them as they came, and JSON for everything else whatever
 * its content type says. An absent body is an empty object.
 */
export function readBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (route.url.startsWith(WEBHOOK_PREFIX)) route.bodyLimit = WEBHOOK_LIMIT_BYTES;
    if (route.url === PREDICTIONS_PATH) route.bodyLimit = PREDICTION_LIMIT_BYTES;
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (request, raw: Buffer, done) => {
    if (request.url.startsWith(WEBHOOK_PREFIX)) return done(null, raw);
    try {
      done(null, parseJson(raw.toString('utf8')));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** @throws LuitError `invalid_json`, or `validation_failed` where it nests too deeply */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new LuitError('invalid_json', 'The body of the request is not valid JSON.');
  }
  checkShape(parsed);
  return parsed;
}

/** Level by level and not by recursion, so that depth costs no stack. Takes away keys that reach for a prototype. */
function checkShape(root: unknown): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new LuitError('validation_failed', 'The body of the request nests too deeply.');
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (Object.hasOwn(value, '__proto__')) delete (value as Record<string, unknown>)['__proto__'];
      for (const child of Object.values(value)) if (typeof child === 'object' && child !== null) next.push(child);
    }
    level = next;
  }
}
