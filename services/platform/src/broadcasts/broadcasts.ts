import { type BroadcastContract, ownerOf } from '@luit/contracts/messages/message';
import { parseMessage } from '@luit/contracts/messages/parse-message';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { closeRedis, connectRedis } from '../redis/redis-connection';

/** One channel per publishing service, so that the ACL of Redis decides who can publish to it. */
export const BROADCAST_CHANNELS = 'luit:broadcasts:';
const channelOf = (contract: { name: string }): string => `${BROADCAST_CHANNELS}${ownerOf(contract)}`;

/** A subscriber only listens, so it has to ask to learn that nobody is there any more. */
const PING_EVERY_MS = 5_000;

type Handler = (payload: unknown) => void | Promise<void>;

/** Hints to every replica, by publish/subscribe. They may be lost. */
export class Broadcasts {
  private readonly log = new Logger(Broadcasts.name);
  private readonly handlers = new Map<string, Handler[]>();
  private readonly returns: (() => void)[] = [];
  private readonly losses: (() => void)[] = [];
  private readonly channels = new Set<string>();
  private subscriber?: Redis;
  private pings?: NodeJS.Timeout;

  constructor(
    private readonly publisher: Redis,
    private readonly redisUrl: string,
    private readonly instance: string,
  ) {}

  async publish<Payload>(contract: BroadcastContract<Payload>, payload: Payload): Promise<void> {
    await this.publisher.publish(channelOf(contract), JSON.stringify({ name: contract.name, payload }));
  }

  async subscribe<Payload>(
    contract: BroadcastContract<Payload>,
    handler: (payload: Payload) => void | Promise<void>,
  ): Promise<void> {
    const known = this.handlers.get(contract.name) ?? [];
    const parsing: Handler = (payload) => handler(parseMessage(contract.payload, payload) as Payload);
    this.handlers.set(contract.name, [...known, parsing]);
    this.channels.add(channelOf(contract));
    this.subscriber ??= this.listen();
    await this.subscriber.subscribe(channelOf(contract));
  }

  private listen(): Redis {
    const subscriber = connectRedis(this.redisUrl, `${this.instance}:broadcasts`);
    subscriber.on('message', (channel, raw) => void this.deliver(channel, raw));
    this.pings = setInterval(() => void this.ping(), PING_EVERY_MS).unref();
    let wasLost = false;
    subscriber.on('close', () => {
      wasLost = true;
      this.losses.forEach((handler) => handler());
    });
    // Subscribing once more answers only after the connection has taken its subscriptions up again by itself.
    subscriber.on('ready', () => {
      if (!wasLost) return;
      wasLost = false;
      subscriber.subscribe(...this.channels).then(
        () => this.returns.forEach((handler) => handler()),
        (error: unknown) => this.log.warn({ msg: 'Broadcasts could not be taken up again', err: error }),
      );
    });
    return subscriber;
  }

  /** Runs after each time the connection was lost and came back: broadcasts of the time between are gone. */
  onReconnect(handler: () => void): void {
    this.returns.push(handler);
  }

  /** Runs each time the connection is lost: until it is back, broadcasts are missed. */
  onDisconnect(handler: () => void): void {
    this.losses.push(handler);
  }

  async close(): Promise<void> {
    clearInterval(this.pings);
    if (this.subscriber) await closeRedis(this.subscriber);
  }

  private async ping(): Promise<void> {
    if (this.subscriber?.status !== 'ready') return;
    await this.subscriber
      .ping()
      .catch((error: Error) => this.log.warn({ msg: 'Broadcasts cannot be heard', reason: error.message }));
  }

  private async deliver(channel: string, raw: string): Promise<void> {
    const { name, payload } = JSON.parse(raw) as { name: string; payload: unknown };
    if (channel !== channelOf({ name })) return;
    for (const handler of this.handlers.get(name) ?? []) {
      try {
        await handler(payload);
      } catch (error) {
        this.log.error({ msg: 'A notice was not handled', notice: name, err: error });
      }
    }
  }
}
