import type { FastifyInstance } from 'fastify';

/** Answers of the API carry tokens and personal data: no cache keeps one unless its route says that it may. */
export function disableCaching(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    // The route and not the address, which may be written in many ways.
    if (request.routeOptions.url?.startsWith('/api/')) reply.header('cache-control', 'no-store');
    done();
  });
}
