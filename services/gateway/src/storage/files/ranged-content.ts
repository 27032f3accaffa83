import { HttpException, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { parseRange } from './byte-range';

export interface RangedContent {
  /** Bytes. */
  size: number;
  contentType: string;
  etag: string;
  /** Opens the bytes from `start` to `end`, both included, or all of them. It is not called for HEAD and refused ranges. */
  open: (range: { start: number; end: number } | undefined) => Readable | Promise<Readable>;
}

/**
 * Sends content, or the range of it that the client asks for, so that it can seek and continue (RFC 9110, section 14).
 *
 * @throws HttpException 416 if the range is not satisfiable, or the error of `open`
 */
export async function sendRanged(
  { size, contentType, etag, open }: RangedContent,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StreamableFile> {
  void reply.header('accept-ranges', 'bytes').header('etag', etag);
  const range = rangeOf(request, size, etag, reply);
  const length = range ? range.end - range.start + 1 : size;
  // Fastify answers HEAD from the handler of GET, and would read the content to its end to discard it.
  const content = request.method === 'HEAD' ? Readable.from([]) : await open(range);
  if (range) void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return new StreamableFile(content, { type: contentType, length });
}

function rangeOf(request: FastifyRequest, size: number, etag: string, reply: FastifyReply) {
  // A range is defined for GET only (RFC 9110, section 14.2).
  if (request.method === 'HEAD') return undefined;
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, size) : undefined;
  if (!range) return undefined;
  const { start } = range;
  const end = Math.min(range.end ?? size - 1, size - 1);
  if (start > end) {
    void reply.header('content-range', `bytes */${size}`);
    throw new HttpException('Range Not Satisfiable', 416);
  }
  return { start, end };
}
