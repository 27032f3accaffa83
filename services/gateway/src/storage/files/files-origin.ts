import { LuitError } from '@luit/contracts/errors';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../../config';
import { FILES_PATH, filesOriginOf } from './file-links.service';

const READ_METHODS = ['GET', 'HEAD'];

/**
 * If files have their own origin, that host serves files only, and other hosts redirect file requests to it. A file that a
 * browser renders therefore cannot reach the storage, cookies or API of the pages.
 */
export function isolateFilesOrigin(fastify: FastifyInstance, config: Pick<GatewayConfig, 'filesUrl' | 'webUrl'>): void {
  const origin = filesOriginOf(config);
  if (origin === null) return;
  const filesHost = new URL(origin).host;
  fastify.addHook('onRequest', async (request, reply) => {
    const isFilesHost = request.host.toLowerCase() === filesHost;
    const isFileRequest = READ_METHODS.includes(request.method) && request.url.startsWith(FILES_PATH);
    if (isFilesHost && !isFileRequest) throw new LuitError('not_found', 'This URL does not exist.');
    if (!isFilesHost && isFileRequest) return reply.redirect(`${origin}${request.url}`, 307);
    return undefined;
  });
}
