import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutputFiles } from '../videos/output-files';

/** Sends an output, or the part that a `Range` header selects, with the tag that continues it. @returns false if there is no such file */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: OutputFiles,
  id: string,
  type: string,
): boolean {
  const file = files.open(id, 0, request.headers.range);
  if (!file) return false;
  void reply.type(type).header('etag', `"${id}"`).header('accept-ranges', 'bytes');
  if (file.bytes === 'unsatisfiable') void reply.code(416).header('content-range', `bytes */${file.size}`).send();
  else if (file.bytes) {
    const { start, end } = file.bytes;
    void reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`).send(file.stream);
  } else {
    const hasLength = !request.faults.some(({ name }) => name === 'no_length');
    if (hasLength) void reply.header('content-length', file.size);
    void reply.send(file.stream);
  }
  return true;
}
