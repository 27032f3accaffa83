import { LuitError } from '@luit/contracts/errors';
import { addressPrefix } from '@luit/platform/security/address-prefix';
import type { FastifyInstance } from 'fastify';
import { bodyKindOf } from '../requests/body-kind';
import type { ConnectionLimits } from './connection-limits';
import { InFlight } from './in-flight';
import { recordRefusal } from '../requests/request-checks';

/** Routes that stream a file of any size. */
export const DOWNLOADS = [
  '/api/files/*',
  '/api/download/:id',
  '/api/predictions/:id/output',
  '/api/shared/:token/output',
  '/api/shared/:token/poster',
  '/api/shared/:token/small',
  '/api/shared/:token/animation',
  '/api/zip-downloads/:id',
  '/api/admin/safety/findings/:id/output',
  '/api/admin/jobs/:id/takedown/file',
  '/v1/videos/:id/content',
  '/v1/images/:id/content',
  '/v1/restorations/:id/content',
];
const RETRY_SECONDS = 5;

/** Limits concurrent uploads and downloads per address (IPv6: one /64) and in total, because each holds a file or a connection. */
export function limitTransfers(fastify: FastifyInstance, { transfers }: ConnectionLimits): void {
  const inFlight = new InFlight(transfers);
  fastify.addHook('onRequest', (request, reply, done) => {
    const isUpload = ['multipart', 'part', 'large json'].includes(bodyKindOf(request));
    if (!isUpload && !DOWNLOADS.includes(request.routeOptions.url ?? '')) return done();
    const end = inFlight.begin(addressPrefix(request.ip));
    if (end) {
      reply.raw.once('close', end);
      return done();
    }
    recordRefusal('rate_limited', request, 'transfers');
    const text = 'Too many transfers are in progress. Please try again in a few seconds.';
    done(new LuitError('too_many_requests', text, { retryAfterSeconds: RETRY_SECONDS }));
  });
}
