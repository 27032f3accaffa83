import { type BroadcastContract, ownerOf } from '@luit/contracts/messages/message';
import { parseMessage } from '@luit/contracts/messages/parse-message';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { parseRedisMessage } from '../redis/redis-messages';
import type { RedisSubscriber } from '../redis/redis-subscriber';

/** One channel per publishing service, so that the ACL of Redis decides who can publish to it. */
export const BROADCAST_CHANNELS = 'luit:broadcasts:';
const channelOf = (contract: { name: string }): string => `${BROADCAST_CHANNELS}${ownerOf(contract)}`;

const broadcastMessage = z.object({ name: z.string(), payload: z.unknown().optional() });

type Handler = (payload: unknown) => void | Promise<void>;

/** Hints to every replica through publish/subscribe. They may be lost. */
export class Broadcasts {
  private readonly log = new Logger(Broadcasts.name);
  private readonly handlers = new Map<string, Handler[]>();
  private readonly channels = new Set<string>();

  constructor(
    private readonly publisher: Redis,
    /** Broadcasts that are sent while it is disconnected are lost. */
    readonly subscriber: RedisSubscriber,
  ) {}

  async publish<Payload>(contract: BroadcastContract<Payload>, payload: Payload): Promise<void> {
    await this.publisher.publish(channelOf(contract), JSON.stringify({ name: contract.name, payload }));
  }

  async subscribe<Payload>(
    contract: BroadcastContract<Payload>,
    handler: (payload: Payload) => void | Promise<void>,
  ): Promise<void> {
    const parsing: Handler = (payload) => handler(parseMessage(contract.payload, payload) as Payload);
    this.handlers.set(contract.name, [...(this.handlers.get(contract.name) ?? []), parsing]);
    const channel = channelOf(contract);
    if (this.channels.has(channel)) return;
    this.channels.add(channel);
    await this.subscriber.subscribe(channel, (message) => void this.deliver(channel, message));
  }

  private async deliver(channel: string, message: string): Promise<void> {
    const broadcast = parseRedisMessage(broadcastMessage, message, channel);
    if (!broadcast || channel !== channelOf(broadcast)) return;
    const { name, payload } = broadcast;
    for (const handler of this.handlers.get(name) ?? []) {
      try {
        await handler(payload);
      } catch (error) {
        this.log.error({ msg: 'Broadcast handler failed', broadcast: name, err: error });
      }
    }
  }
}
