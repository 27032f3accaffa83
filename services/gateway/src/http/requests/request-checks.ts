import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent, type SecurityEvent } from '@luit/platform/metrics/security-events';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BodyKind, bodyKindOf } from './body-kind';
import { isTrustedOrigin } from './trusted-origin';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
const MEDIA_TYPES: Partial<Record<BodyKind, string>> = {
  json: 'application/json',
  part: 'application/offset+octet-stream',
  'large json': 'application/json',
  multipart: 'multipart/form-data',
};

/**
 * Rejects requests that another site can make a browser send: changes with a foreign origin, and bodies of the content
 * types that browsers send across origins without a preflight. Runs before a body is read or a cookie is set.
 */
export function rejectCrossSiteRequests(fastify: FastifyInstance, webUrl: string): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const kind = bodyKindOf(request);
    if (SAFE_METHODS.includes(request.method) || kind === 'raw') return done();
    if (!isTrustedOrigin(request, webUrl)) {
      recordRefusal('cross_site_refused', request);
      return done(new LuitError('forbidden', 'Cross-site requests are not allowed.'));
    }
    if (!isOfType(MEDIA_TYPES[kind], request)) {
      recordRefusal('content_type_refused', request);
      return done(new LuitError('unsupported_media_type', `The content type must be ${MEDIA_TYPES[kind]}.`));
    }
    done();
  });
}

export function recordRefusal(event: SecurityEvent, request: FastifyRequest, reason?: string): void {
  recordSecurityEvent(event, { ip: request.ip, method: request.method, route: request.routeOptions.url, reason });
}

function isOfType(expected: string | undefined, { headers }: FastifyRequest): boolean {
  const contentType = headers['content-type'];
  if (contentType !== undefined) return contentType.split(';', 1)[0]?.trim().toLowerCase() === expected;
  const hasNoBody = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  return hasNoBody && expected !== 'multipart/form-data';
}
