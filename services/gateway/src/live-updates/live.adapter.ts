import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import { isTrustedOrigin } from '../http/requests/trusted-origin';
import type { Connection } from './connections';
import type { SocketLimiter } from './socket-limiter';

/** A `sync` with the most requests allowed is about 25 kB. */
const MAX_MESSAGE_BYTES = 32 * 1_024;
/** Connections that have not joined a namespace within this time are closed, milliseconds. */
const JOIN_TIMEOUT_MS = 10_000;
const UPGRADE_TIMEOUT_MS = 5_000;

/**
 * Runs socket.io on the HTTP server. Replicas do not talk to each other: each receives every push and serves its own sockets.
 * Clients request missed updates with `sync` after each connect, so no packets are kept for them.
 */
export class LiveAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly webUrl: string,
    private readonly limits: SocketLimiter,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: Partial<ServerOptions>): Server {
    const server = super.createIOServer(port, {
      ...options,
      path: '/socket.io',
      serveClient: false,
      pingInterval: 25_000,
      pingTimeout: 10_000,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      connectTimeout: JOIN_TIMEOUT_MS,
      upgradeTimeout: UPGRADE_TIMEOUT_MS,
      allowRequest: (request, decide) =>
        decide(null, isTrustedOrigin(request, this.webUrl) && this.limits.allowsHandshake(request)),
    } satisfies Partial<ServerOptions> as ServerOptions) as Server;
    server.engine.on('connection', (connection: Connection) => this.limits.track(connection));
    return server;
  }

  /** Leaves the HTTP server open: Fastify closes it after in-flight responses have finished. */
  override async close(server: Server): Promise<void> {
    server.disconnectSockets(true);
    server.engine.close();
    await server.of('/').adapter.close();
  }
}
