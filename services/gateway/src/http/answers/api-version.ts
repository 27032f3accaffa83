import { API_VERSIONS, NEWEST_API_VERSION } from '@luit/contracts/auth/api-key-limits';
import { LuitError } from '@luit/contracts/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPublicApi } from './problem-details';

export const API_VERSION_HEADER = 'Luit-Version';

/**
 * The headers of each response of the public API. A request without a valid version gets the newest version, until the version of its key
 * is known.
 */
export function versionHeaders({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): Record<string, string> {
  if (!isPublicApi(url)) return {};
  const requested = headers['luit-version'];
  return { 'luit-version': isKnown(requested) ? requested : NEWEST_API_VERSION };
}

/** Names the version in every response under /v1, and rejects requests for one that does not exist. */
export function versionPublicApi(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isPublicApi(request.url)) return done();
    reply.headers(versionHeaders(request));
    const requested = request.headers['luit-version'];
    if (requested === undefined || isKnown(requested)) return done();
    const text = `This version does not exist. ${API_VERSION_HEADER} must be one of ${API_VERSIONS.join(', ')}, or absent.`;
    done(new LuitError('validation_failed', text, { details: { [API_VERSION_HEADER]: text } }));
  });
}

function isKnown(version: string | string[] | undefined): version is string {
  return API_VERSIONS.some((known) => known === version);
}
