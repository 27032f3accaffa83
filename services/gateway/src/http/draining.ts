import type { FastifyInstance } from 'fastify';

/** Once started, every response closes its connection, so that this process can exit. */
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
