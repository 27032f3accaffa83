import { LuitError } from '@luit/contracts/errors';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config';
import { FILES_PATH, filesOriginOf } from './file-links.service';

const READING = ['GET', 'HEAD'];

/**
 * Where files have an origin of their own, that host answers files and nothing else, and the others send whoever asks
 * for a file there: what a browser makes of a file never meets the pages' storage, cookies or API.
 */
export function isolateFilesOrigin(fastify: FastifyInstance, config: Pick<GatewayConfig, 'filesUrl' | 'webUrl'>): void {
  const origin = filesOriginOf(config);
  if (origin === null) return;
  const filesHost = new URL(origin).host;
  fastify.addHook('onRequest', async (request, reply) => {
    const isAtFiles = request.host.toLowerCase() === filesHost;
    const isForFile = READING.includes(request.method) && request.url.startsWith(FILES_PATH);
    if (isAtFiles && !isForFile) throw new LuitError('not_found', 'There is nothing at this address.');
    if (!isAtFiles && isForFile) return reply.redirect(`${origin}${request.url}`, 307);
    return undefined;
  });
}
