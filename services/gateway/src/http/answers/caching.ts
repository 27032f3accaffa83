import type { FastifyInstance } from 'fastify';

/** API responses contain tokens and personal data, so they are `no-store` unless their route sets another policy. */
export function disableCaching(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    // Compares the route, because the same address can be encoded in several ways.
    if (request.routeOptions.url?.startsWith('/api/')) reply.header('cache-control', 'no-store');
    done();
  });
}
