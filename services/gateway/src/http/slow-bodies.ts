import { LuitError } from '@luit/contracts/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyKindOf } from './body-kind';
import type { ConnectionLimits } from './connection-limits';
import { failureBody } from './failure.filter';
import { recordRefusal } from './request-checks';

/** A body that is still arriving. */
interface Arrival {
  request: FastifyRequest;
  reply: FastifyReply;
  startedAt: number;
  movedAt: number;
  startBytes: number;
  /** Of the socket, on which nothing else arrives meanwhile. */
  bytes: number;
}

/**
 * Cuts off bodies that arrive too slowly: small ones by their whole time, megabytes by their rate, all of them where nothing
 * arrives any more. Bytes are counted at the socket, so that no reader of a body has to know.
 */
export function cutSlowBodies(fastify: FastifyInstance, limits: ConnectionLimits): void {
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
      const reason = isOver ? undefined : slownessOf(arrival, limits);
      if (reason) cut(arrival, reason);
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
  return { request, reply, startedAt: now, movedAt: now, startBytes: bytesRead, bytes: bytesRead };
}

function slownessOf(arrival: Arrival, limits: ConnectionLimits): string | undefined {
  const now = performance.now();
  const { bytesRead } = arrival.request.raw.socket;
  if (bytesRead !== arrival.bytes) Object.assign(arrival, { bytes: bytesRead, movedAt: now });
  if (now - arrival.movedAt > limits.bodyIdleMs) return 'idle';
  const ageMs = now - arrival.startedAt;
  const kind = bodyKindOf(arrival.request);
  if (kind === 'json' || kind === 'raw') return ageMs > limits.smallBodyMs ? 'slow' : undefined;
  const rate = (bytesRead - arrival.startBytes) / (ageMs / 1_000);
  return ageMs > limits.bodyIdleMs && rate < limits.minUploadRate ? 'slow' : undefined;
}

/** Answers where no answer has begun, and closes the socket: what reads the body ends with an error. */
function cut({ request, reply }: Arrival, reason: string): void {
  recordRefusal('body_refused', request, reason);
  const { socket } = request.raw;
  if (reply.raw.headersSent) return void socket.destroy();
  const failure = new LuitError('request_timeout', 'The request took too long to arrive.');
  const text = JSON.stringify(failureBody(failure, request.id));
  reply.raw.writeHead(failure.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-request-id': request.id,
    connection: 'close',
  });
  reply.raw.end(text, () => socket.destroy());
}
