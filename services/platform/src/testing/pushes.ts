import { ownerOf, type PushContract, type Service } from '@luit/contracts/messages/message';
import type { Redis } from 'ioredis';
import { decodePushes, encodePushes, pushChannel, type PushMessage } from '../pushes/push-messages';
import { closeRedis, connectRedis } from '../redis/redis-connection';

/** Publishes a push as the relay of its service does. */
export async function publishPush<Payload>(
  redis: Redis,
  contract: PushContract<Payload>,
  payload: Payload,
): Promise<void> {
  const [message] = encodePushes([{ name: contract.name, payload }]);
  await redis.publish(pushChannel(ownerOf(contract)), message ?? '[]');
}

/** Collects the pushes of a service, as a gateway receives them. */
export class PushCollector {
  private readonly pushes: PushMessage[] = [];
  private messages = 0;

  private constructor(private readonly connection: Redis) {
    connection.on('message', (channel, message) => {
      this.messages += 1;
      this.pushes.push(...decodePushes(message, channel));
    });
  }

  static async connect(redisUrl: string, service: Service): Promise<PushCollector> {
    const connection = connectRedis(redisUrl, 'test-pushes');
    await connection.subscribe(pushChannel(service));
    return new PushCollector(connection);
  }

  /** Payloads of everything that Redis has published so far, oldest first. */
  async payloads<Payload>(contract: PushContract<Payload>): Promise<Payload[]> {
    return (await this.received(contract)).map(({ payload }) => payload);
  }

  /** The same with the correlation ids. */
  async received<Payload>(contract: PushContract<Payload>): Promise<(PushMessage & { payload: Payload })[]> {
    await this.receiveAll();
    const received = this.pushes.filter(({ name }) => name === contract.name);
    return received.map((push) => ({ ...push, payload: push.payload as Payload }));
  }

  /** The number of Redis messages so far. */
  async countMessages(): Promise<number> {
    await this.receiveAll();
    return this.messages;
  }

  async close(): Promise<void> {
    await closeRedis(this.connection);
  }

  /** Redis answers a subscriber's ping after all messages that it published before. */
  private async receiveAll(): Promise<void> {
    await this.connection.ping();
  }
}
