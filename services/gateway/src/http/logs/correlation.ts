import { withCorrelation } from '@luit/platform/tracing/correlation';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { uuidv7 } from 'uuidv7';

const SAFE_ID = /^[\w.:-]{8,64}$/;

/** Keeps the `x-request-id` of a client if it is safe to use in logs and headers. */
export const requestIds = {
  requestIdHeader: false,
  genReqId: (request) => {
    const id = request.headers['x-request-id'];
    return typeof id === 'string' && SAFE_ID.test(id) ? id : uuidv7();
  },
} satisfies FastifyServerOptions;

/** Sends the request id to the client and propagates it to logs, calls, events and jobs. */
export function correlate(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  // Not earlier, because reading the body loses the asynchronous context.
  fastify.addHook('preValidation', (request, _reply, done) => withCorrelation(request.id, done));
}
