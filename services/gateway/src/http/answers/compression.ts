import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { codingOf } from './content-coding';

/** Smaller responses fit one packet, and compressing them would cost more than it saves. */
const COMPRESSED_FROM_CHARACTERS = 1_024;
/** About as fast as gzip, and a tenth smaller. */
const BROTLI_QUALITY = 4;
const JSON_RESPONSE = /^application\/(json|problem\+json)\b/;

const compressors = {
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text: string) => promisify(gzip)(text),
};

/**
 * Compresses JSON that the API returns, outside the event loop's thread. Responses that contain tokens are left as they are: with
 * chosen input and the lengths of many responses, their content could be guessed (BREACH). These are the routes of `/api/auth`,
 * responses that set cookies, and everything but GET. Polls of single requests are small and stay on their fast path.
 */
export function compressAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(request, reply, payload)) return done(null, payload);
    void reply.header('vary', 'Accept-Encoding');
    const coding = codingOf(request);
    if (coding === 'plain') return done(null, payload);
    compressors[coding](payload).then(
      (compressed) => {
        void reply.removeHeader('content-length').header('content-encoding', coding);
        done(null, compressed);
      },
      (error: Error) => done(error),
    );
  });
}

function isCompressible(request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string {
  if (typeof payload !== 'string' || payload.length < COMPRESSED_FROM_CHARACTERS) return false;
  const { url = '', config } = request.routeOptions;
  return (
    request.method === 'GET' &&
    url.startsWith('/api/') &&
    !url.startsWith('/api/auth/') &&
    !config?.answersFromCache &&
    JSON_RESPONSE.test(String(reply.getHeader('content-type'))) &&
    !reply.hasHeader('etag') &&
    !reply.hasHeader('set-cookie') &&
    !reply.hasHeader('content-encoding')
  );
}
