import { LuitError } from '@luit/contracts/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { bodyKindOf, JSON_LIMIT_BYTES } from './body-kind';
import { parseJson } from './json-body';
import { recordRefusal } from './request-checks';

/** Webhooks carry ids, states and addresses of files. The largest that vendors document is a few kilobytes. */
const WEBHOOK_LIMIT_BYTES = 512 * 1024;
/** Bytes of an announced body that are discarded at most: three times the largest file that is accepted. */
const DISCARDED_BYTES = 32 * 1024 * 1024;

/**
 * Parses bodies by the kind that their route accepts: JSON; raw bytes for webhooks, because signatures cover the bytes; nothing if the
 * handler reads the stream itself. An empty JSON body becomes an empty object.
 */
export function registerBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', async (request: FastifyRequest, stream: Readable) => {
    const kind = bodyKindOf(request);
    if (kind === 'large json' || kind === 'part') return stream;
    try {
      if (kind === 'raw') return await readBytes(stream, WEBHOOK_LIMIT_BYTES, request);
      return parseJson((await readBytes(stream, JSON_LIMIT_BYTES, request)).toString('utf8'));
    } catch (error) {
      if (error instanceof LuitError) recordRefusal('body_refused', request, error.code);
      throw error;
    }
  });
}

/**
 * Keeps the connection open if a request body is too large, so that the client can read the response. Fastify would close it, and clients
 * that are still sending would report a lost connection instead. Node reads the rest and discards it.
 */
export function discardOversizedBodies(fastify: FastifyInstance): void {
  fastify.addHook('onSend', ({ headers }, reply, payload, done) => {
    if (reply.statusCode === 413 && Number(headers['content-length']) <= DISCARDED_BYTES)
      reply.removeHeader('connection');
    done(null, payload);
  });
}

/**
 * Reads the whole body. Does not start if the announced length is too large.
 *
 * @throws LuitError `payload_too_large`; Error if the client aborts
 */
export async function readBytes(
  stream: Readable,
  limitBytes: number,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The stream is not destroyed, because the response is sent on the same socket.
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

function tooLarge(limitBytes: number): LuitError {
  return new LuitError('payload_too_large', 'The request is too large.', { details: { limitBytes } });
}
