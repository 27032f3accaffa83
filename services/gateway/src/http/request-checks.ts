import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent, type SecurityEvent } from '@luit/platform/security/security-events';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BodyKind, bodyKindOf } from './body-kind';
import { isTrustedOrigin } from './trusted-origin';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];
const MEDIA_TYPES: Partial<Record<BodyKind, string>> = {
  json: 'application/json',
  relay: 'application/json',
  multipart: 'multipart/form-data',
};

/**
 * Refuses what a page of another site can make a browser send: changes that name a foreign origin, and bodies of the types
 * that a form or a script may send anywhere without asking first. Runs before any body is read and any cookie is set.
 */
export function checkRequests(fastify: FastifyInstance, webUrl: string): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const kind = bodyKindOf(request);
    if (SAFE.includes(request.method) || kind === 'raw') return done();
    if (!isTrustedOrigin(request, webUrl)) {
      recordRefusal('cross_site_refused', request);
      return done(new LuitError('forbidden', 'This request came from another site.'));
    }
    if (!isOfType(MEDIA_TYPES[kind], request)) {
      recordRefusal('content_type_refused', request);
      return done(new LuitError('unsupported_media_type', `Please send ${MEDIA_TYPES[kind]}.`));
    }
    done();
  });
}

export function recordRefusal(event: SecurityEvent, request: FastifyRequest, reason?: string): void {
  recordSecurityEvent(event, { ip: request.ip, method: request.method, route: request.routeOptions.url, reason });
}

function isOfType(expected: string | undefined, { headers }: FastifyRequest): boolean {
  const given = headers['content-type'];
  if (given !== undefined) return given.split(';', 1)[0]?.trim().toLowerCase() === expected;
  const isAbsent = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  return isAbsent && expected !== 'multipart/form-data';
}
