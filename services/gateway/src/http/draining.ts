import type { FastifyInstance } from 'fastify';

/** Once started, each answer asks its client to come back on a new connection, so that this process can end. */
export function closeWhileDraining(fastify: FastifyInstance): { start(): void } {
  let isDraining = false;
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close');
    done(null, payload);
  });
  return {
    start: () => {
      isDraining = true;
    },
  };
}
