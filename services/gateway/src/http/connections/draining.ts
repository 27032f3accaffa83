import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/**
 * Lets this process exit. Once draining has started, every response closes its connection. When the server closes, it also closes sockets
 * that have not sent a request yet, such as the ones that browsers open in advance. Node keeps them open, and stops its timeout for headers
 * together with the server.
 */
export function closeWhileDraining(fastify: FastifyInstance): { start(): void } {
  const silent = new Set<Socket>();
  let isDraining = false;
  let isClosing = false;
  const hasSent = ({ socket }: { socket: Socket }) => void silent.delete(socket);
  fastify.server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  fastify.server.on('request', hasSent);
  fastify.server.on('upgrade', hasSent);
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close');
    done(null, payload);
  });
  fastify.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of silent) socket.destroy();
    done();
  });
  return {
    start: () => {
      isDraining = true;
    },
  };
}
