import { withCorrelation } from '@luit/platform/context';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { uuidv7 } from 'uuidv7';

const SANE = /^[\w.:-]{8,64}$/;

/** A caller's own id is kept where it is harmless in logs and headers. */
export const requestIds = {
  requestIdHeader: false,
  genReqId: (request) => {
    const given = request.headers['x-request-id'];
    return typeof given === 'string' && SANE.test(given) ? given : uuidv7();
  },
} satisfies FastifyServerOptions;

/** Tells each client the id of its request and carries it into logs, calls, events and jobs. */
export function correlate(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  // Not earlier: reading the body would lose the asynchronous context again.
  fastify.addHook('preValidation', (request, _reply, done) => withCorrelation(request.id, done));
}
