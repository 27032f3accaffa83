import { LuitError } from '@luit/contracts/errors';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { failureBody } from './failure.filter';

/** Messages by the status that Node would answer with. */
const TEXTS: Record<number, string> = {
  400: 'The request could not be parsed.',
  408: 'The request took too long.',
  431: 'The request headers are too large.',
};
const STATUS_LINES: Record<number, string> = {
  400: '400 Bad Request',
  408: '408 Request Timeout',
  431: '431 Request Header Fields Too Large',
};
const STATUSES: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers what Node's HTTP parser rejects in the envelope of all errors. No request exists, so no hook has run. */
export function answerUnparsableRequest(error: Error & { code?: string }, socket: Socket): void {
  // The client is gone.
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  const status = STATUSES[error.code ?? ''] ?? 400;
  const requestId = randomUUID();
  const body = JSON.stringify(failureBody(new LuitError('validation_failed', TEXTS[status]!), requestId));
  const head = [
    `HTTP/1.1 ${STATUS_LINES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroySoon());
}
