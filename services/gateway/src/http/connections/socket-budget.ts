import { unavailable } from '@luit/platform/errors/errors';
import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** Share of the file descriptors for clients' sockets. The rest is for files, Redis and the answers to excess clients. */
const SHARE = 0.75;
const REFRESH_MS = 1_000;

/**
 * Answers 503 on sockets beyond the budget and closes them. Without file descriptors the process could not even accept them, and
 * their clients would wait or be reset.
 *
 * @param budget the number of sockets that clients may have
 */
export function limitAllSockets(fastify: FastifyInstance, budget: () => number = socketBudget()): void {
  const excess = new WeakSet<Socket>();
  let open = 0;
  fastify.server.on('connection', (socket) => {
    open += 1;
    if (open > budget()) excess.add(socket);
    socket.once('close', () => (open -= 1));
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!excess.has(request.raw.socket)) return done();
    reply.header('connection', 'close');
    done(unavailable());
  });
}

/** Follows the limit of the process, which an operator may change while it runs. Unlimited where it cannot be read. */
function socketBudget(): () => number {
  let budget = readBudget() ?? Infinity;
  let readAt = performance.now();
  return () => {
    if (budget !== Infinity && performance.now() - readAt > REFRESH_MS) {
      // Reading needs a file descriptor.
      budget = readBudget() ?? 0;
      readAt = performance.now();
    }
    return budget;
  };
}

function readBudget(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Math.floor(Number(limit) * SHARE);
  } catch {
    return undefined;
  }
}
