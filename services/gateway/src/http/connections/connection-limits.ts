import { addressPrefix } from '@luit/platform/security/address-prefix';
import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/** How long clients may take, and how many transfers and sockets one address (IPv6: one /64) may have. */
export interface ConnectionLimits {
  /** For the headers of a request, milliseconds. */
  headersMs: number;
  /** For a whole JSON or webhook body, milliseconds. */
  smallBodyMs: number;
  /** Between two chunks of any body, milliseconds. */
  bodyIdleMs: number;
  /** Lowest average rate of an upload after its first `bodyIdleMs`, bytes per second. */
  minUploadRate: number;
  /** Upper limit for a whole request, milliseconds. */
  requestMs: number;
  /** Idle sockets are closed after this, milliseconds, including clients that do not read their response. */
  socketIdleMs: number;
  /** How long a program waits for images at most; shorter than what proxies allow an idle connection. */
  imageWaitMs: number;
  /** Idle time between two requests on one socket, milliseconds. */
  keepAliveMs: number;
  /** How often the limits above are checked, milliseconds. */
  checkMs: number;
  /** Concurrent uploads and downloads. */
  transfers: { perSubject: number; total: number };
  /** Sockets of all clients; by default three quarters of the file descriptors of the process. */
  sockets?: () => number;
  /** Sockets of one address. Not counted behind a proxy, where all clients share its sockets. */
  socketsPerAddress: number;
}

/** A 10 MB upload at 60 kB/s takes three minutes; a browser loads a page of posters at once, and an office shares one address. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 15_000,
  smallBodyMs: 30_000,
  bodyIdleMs: 20_000,
  minUploadRate: 16 * 1024,
  requestMs: 20 * 60_000,
  // Longer than any call, while the socket is idle too.
  socketIdleMs: 90_000,
  imageWaitMs: 55_000,
  // Longer than the idle timeout of load balancers, so that none of them sends on a socket that was just closed.
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

/** Closes sockets above the limit of their address (IPv6: one /64). */
export function limitSockets(server: Server, perAddress: number): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = addressPrefix(socket.remoteAddress ?? '');
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
