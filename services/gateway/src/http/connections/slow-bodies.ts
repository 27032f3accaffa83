import { LuitError } from '@luit/contracts/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyKindOf } from '../requests/body-kind';
import type { ConnectionLimits } from './connection-limits';
import { errorBody } from '../answers/failure.filter';
import { recordRefusal } from '../requests/request-checks';

/** A request body that is still arriving. */
interface Arrival {
  request: FastifyRequest;
  reply: FastifyReply;
  startedAt: number;
  lastReadAt: number;
  startBytes: number;
  /** Read from the socket, which carries nothing else meanwhile. */
  bytes: number;
}

/**
 * Aborts bodies that arrive too slowly: small bodies by total time, uploads by average rate, and any body that stalls. Bytes
 * are counted on the socket, so the readers of bodies are not involved.
 */
export function abortSlowBodies(fastify: FastifyInstance, limits: ConnectionLimits): void {
  const arrivals = new Set<Arrival>();
  fastify.addHook('onRequest', (request, reply, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    if (length !== '0' || encoding !== undefined) arrivals.add(arrivalOf(request, reply));
    done();
  });
  const timer = setInterval(() => {
    for (const arrival of arrivals) {
      const { complete, socket } = arrival.request.raw;
      const isOver = complete || socket.destroyed;
      const reason = isOver ? undefined : timeoutReason(arrival, limits);
      if (reason) abort(arrival, reason);
      if (isOver || reason) arrivals.delete(arrival);
    }
  }, limits.checkMs);
  fastify.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });
}

function arrivalOf(request: FastifyRequest, reply: FastifyReply): Arrival {
  const now = performance.now();
  const { bytesRead } = request.raw.socket;
  return { request, reply, startedAt: now, lastReadAt: now, startBytes: bytesRead, bytes: bytesRead };
}

function timeoutReason(arrival: Arrival, limits: ConnectionLimits): string | undefined {
  const now = performance.now();
  const { bytesRead } = arrival.request.raw.socket;
  if (bytesRead !== arrival.bytes) Object.assign(arrival, { bytes: bytesRead, lastReadAt: now });
  if (now - arrival.lastReadAt > limits.bodyIdleMs) return 'idle';
  const ageMs = now - arrival.startedAt;
  const kind = bodyKindOf(arrival.request);
  if (kind === 'json' || kind === 'raw') return ageMs > limits.smallBodyMs ? 'slow' : undefined;
  const rate = (bytesRead - arrival.startBytes) / (ageMs / 1_000);
  return ageMs > limits.bodyIdleMs && rate < limits.minUploadRate ? 'slow' : undefined;
}

/** Answers 408 if no response has started, and closes the socket, so that the reader of the body fails. */
function abort({ request, reply }: Arrival, reason: string): void {
  recordRefusal('body_refused', request, reason);
  const { socket } = request.raw;
  if (reply.raw.headersSent) return void socket.destroy();
  const failure = new LuitError('request_timeout', 'The request took too long to arrive.');
  const { contentType, text } = errorBody(failure, failure.status, request);
  reply.raw.writeHead(failure.status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-request-id': request.id,
    connection: 'close',
  });
  reply.raw.end(text, () => socket.destroy());
}
