import { LuitError } from '@luit/contracts/errors';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { logRefusedRequest } from '../logs/access-log';
import { failureBody } from '../answers/failure.filter';

/** The status that Node would answer with, and a message, by its error code. */
const ANSWERS: Record<string, { status: number; text: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, text: 'The request headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: 'The request took too long.' },
};
const UNPARSABLE = { status: 400, text: 'The request could not be parsed.' };

/** Answers what Node's HTTP parser rejects in the envelope of all errors. No request exists, so no hook has run. */
export function answerUnparsableRequest(error: Error & { code?: string }, socket: Socket): void {
  // The client has disconnected.
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error);
  const { status, text } = ANSWERS[error.code ?? ''] ?? UNPARSABLE;
  const requestId = randomUUID();
  logRefusedRequest(requestId, status);
  const body = JSON.stringify(failureBody(new LuitError('validation_failed', text), requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroySoon());
}
