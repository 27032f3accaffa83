import { LuitError } from '@luit/contracts/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { bodyKindOf } from './body-kind';
import { parseJson } from './json-body';
import { recordRefusal } from './request-checks';

/** Our largest JSON body is an order with a prompt of 4,000 UTF-16 units, each of which may be escaped in six bytes. */
export const JSON_LIMIT_BYTES = 64 * 1024;
const WEBHOOK_LIMIT_BYTES = 2 * 1024 * 1024;

/**
 * Reads bodies by what their route takes: JSON, raw bytes for webhooks, whose signatures cover them as they came, and
 * nothing where the handler reads the stream itself. An empty JSON body is an empty object.
 */
export function readBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', async (request: FastifyRequest, stream: Readable) => {
    const kind = bodyKindOf(request);
    if (kind === 'relay') return stream;
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
 * The whole body, or none of it where its announced length is too large already.
 *
 * @throws LuitError `payload_too_large`; Error where the sender breaks off
 */
export async function readBytes(
  stream: Readable,
  limitBytes: number,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Not destroyed on the way out: the answer still has to leave by the same socket.
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
