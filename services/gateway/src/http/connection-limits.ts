import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/** How long clients may take, and how much one address may have under way. */
export interface ConnectionLimits {
  /** For the head of a request, milliseconds. */
  headersMs: number;
  /** For a whole JSON or webhook body, milliseconds. */
  smallBodyMs: number;
  /** Between two pieces of any body, milliseconds. */
  bodyIdleMs: number;
  /** For an upload after its first `bodyIdleMs`, on average: bytes a second. */
  minUploadRate: number;
  /** Backstop for a whole request, however it is sent, milliseconds. */
  requestMs: number;
  /** A socket on which nothing moves is closed after this, milliseconds: a reader that takes nothing, too. */
  socketIdleMs: number;
  /** A socket between two requests, milliseconds. */
  keepAliveMs: number;
  /** How often the times above are looked at, milliseconds. */
  checkMs: number;
  /** Uploads and downloads under way. */
  transfers: { perSubject: number; total: number };
  /** Sockets of one address; not counted behind a proxy, whose sockets are everybody's. */
  socketsPerAddress: number;
}

/** 10 MB at 60 kB/s take three minutes; a browser loads a page of posters at once, and an office shares an address. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 15_000,
  smallBodyMs: 30_000,
  bodyIdleMs: 20_000,
  minUploadRate: 16 * 1024,
  requestMs: 20 * 60_000,
  // Longer than any call of ours takes, during which nothing moves either.
  socketIdleMs: 90_000,
  // Longer than load balancers keep theirs, so that none of them sends into a socket that has just been closed.
  keepAliveMs: 72_000,
  checkMs: 2_000,
  transfers: { perSubject: 100, total: 1_000 },
  socketsPerAddress: 2_000,
};

export function serverTimeouts(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.socketIdleMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
  } satisfies Partial<FastifyHttpOptions<Server>>;
}

/** Closes sockets over the number that one address may have. */
export function limitSockets(server: Server, perAddress: number): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (counts.get(address) ?? 0) + 1;
    if (count > perAddress) return void socket.destroy();
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
  });
}
