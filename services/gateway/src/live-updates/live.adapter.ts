import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import type { Server, ServerOptions } from 'socket.io';
import { isTrustedOrigin } from '../http/trusted-origin';
import type { Connection } from './connections';
import type { SocketLimiter } from './socket-limiter';

/** How long a dropped client may come back and get what it missed, milliseconds; later it asks by `sync`. */
const RECOVERY_MS = 2 * 60_000;
/** Also how long the stream's reader takes to stop, milliseconds. */
const STREAM_BLOCK_MS = 100;
/** Pushes that are kept for those who come back. Whoever missed more than these asks by `sync` too. */
const PUSHES_KEPT = 2_000;
/** A `sync` that names as many requests as it may takes about 25 kB. */
const MAX_MESSAGE_BYTES = 32 * 1_024;
/** A connection that has joined nothing by then is closed, milliseconds. */
const JOIN_WITHIN_MS = 10_000;
const UPGRADE_WITHIN_MS = 5_000;

/** socket.io beside the HTTP routes, its replicas joined by a Redis stream. */
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
      connectTimeout: JOIN_WITHIN_MS,
      upgradeTimeout: UPGRADE_WITHIN_MS,
      connectionStateRecovery: { maxDisconnectionDuration: RECOVERY_MS, skipMiddlewares: false },
      allowRequest: (request, decide) =>
        decide(null, isTrustedOrigin(request, this.webUrl) && this.limits.admitsHandshake(request)),
      adapter: createAdapter(this.redis, {
        streamName: 'luit:live',
        channelPrefix: 'luit:live',
        maxLen: PUSHES_KEPT,
        blockTimeInMs: STREAM_BLOCK_MS,
        onlyPlaintext: true,
      }),
    } satisfies Partial<ServerOptions> as ServerOptions) as Server;
    server.engine.on('connection', (connection: Connection) => this.limits.watch(connection));
    return server;
  }

  /** The HTTP server under it is Fastify's to close, which lets answers under way finish. */
  override async close(server: Server): Promise<void> {
    server.disconnectSockets(true);
    server.engine.close();
    await server.of('/').adapter.close();
  }
}
