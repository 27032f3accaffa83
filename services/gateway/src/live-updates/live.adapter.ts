import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import type { Server, ServerOptions } from 'socket.io';
import { isTrustedOrigin } from '../http/trusted-origin';
import type { Connection } from './connections';
import type { SocketLimiter } from './socket-limiter';

/** How long a dropped client can reconnect and receive missed packets, milliseconds. After that it uses `sync`. */
const CONNECTION_RECOVERY_MS = 2 * 60_000;
/** Upper limit for stopping the stream's reader, milliseconds. */
const STREAM_BLOCK_MS = 100;
/** Pushes kept for clients that reconnect. Clients that missed more use `sync`. */
const MAX_STREAM_LENGTH = 2_000;
/** A `sync` with the most requests allowed is about 25 kB. */
const MAX_MESSAGE_BYTES = 32 * 1_024;
/** Connections that have not joined a namespace within this time are closed, milliseconds. */
const JOIN_TIMEOUT_MS = 10_000;
const UPGRADE_TIMEOUT_MS = 5_000;

/** Runs socket.io on the HTTP server and connects its replicas through a Redis stream. */
export class LiveAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly redis: Redis,
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
      connectionStateRecovery: { maxDisconnectionDuration: CONNECTION_RECOVERY_MS, skipMiddlewares: false },
      allowRequest: (request, decide) =>
        decide(null, isTrustedOrigin(request, this.webUrl) && this.limits.allowsHandshake(request)),
      adapter: createAdapter(this.redis, {
        streamName: 'luit:live',
        channelPrefix: 'luit:live',
        maxLen: MAX_STREAM_LENGTH,
        blockTimeInMs: STREAM_BLOCK_MS,
        onlyPlaintext: true,
      }),
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
