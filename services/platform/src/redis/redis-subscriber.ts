import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { closeRedis, connectSubscriber } from './redis-connection';

/** A subscriber only receives, so it notices a lost server only by asking. */
const PING_EVERY_MS = 5_000;

type Handler = (message: string) => void;

/** The subscriptions of one process, on one connection that it opens for the first of them and restores when it is lost. */
export class RedisSubscriber {
  private readonly log = new Logger(RedisSubscriber.name);
  private readonly handlers = new Map<string, Handler[]>();
  private readonly reconnectHandlers: (() => void)[] = [];
  private readonly disconnectHandlers: (() => void)[] = [];
  private connection?: Redis;
  private pings?: NodeJS.Timeout;

  /** @param name of the connection, as Redis lists it */
  constructor(
    private readonly redisUrl: string,
    private readonly name: string,
  ) {}

  /** Resolves once Redis delivers the channel's messages to the handler. */
  async subscribe(channel: string, handler: Handler): Promise<void> {
    this.handlers.set(channel, [...(this.handlers.get(channel) ?? []), handler]);
    this.connection ??= this.connect();
    await this.connection.subscribe(channel);
  }

  /** The handler runs each time a lost connection has been restored: messages published in the meantime are lost. */
  onReconnect(handler: () => void): void {
    this.reconnectHandlers.push(handler);
  }

  /** The handler runs each time the connection is lost. */
  onDisconnect(handler: () => void): void {
    this.disconnectHandlers.push(handler);
  }

  async close(): Promise<void> {
    clearInterval(this.pings);
    if (this.connection) await closeRedis(this.connection);
  }

  private connect(): Redis {
    const connection = connectSubscriber(this.redisUrl, this.name);
    connection.on('message', (channel, message) => this.handlers.get(channel)?.forEach((handler) => handler(message)));
    this.pings = setInterval(() => void this.ping(connection), PING_EVERY_MS).unref();
    let wasLost = false;
    connection.on('close', () => {
      wasLost = true;
      this.disconnectHandlers.forEach((handler) => handler());
    });
    connection.on('ready', () => {
      if (!wasLost) return;
      wasLost = false;
      // Redis answers this only after ioredis has restored the subscriptions.
      connection.subscribe(...this.handlers.keys()).then(
        () => this.reconnectHandlers.forEach((handler) => handler()),
        (error: unknown) => this.log.warn({ msg: 'Restoring subscriptions failed', err: error }),
      );
    });
    return connection;
  }

  private async ping(connection: Redis): Promise<void> {
    if (connection.status !== 'ready') return;
    await connection
      .ping()
      .catch((error: Error) => this.log.warn({ msg: 'Redis does not answer the subscriber', reason: error.message }));
  }
}
