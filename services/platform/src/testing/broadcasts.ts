import type { Redis } from 'ioredis';
import { Broadcasts } from '../broadcasts/broadcasts';
import { closeRedis, connectRedis } from '../redis/redis-connection';
import { RedisSubscriber } from '../redis/redis-subscriber';

/** Publishes broadcasts of every service, and receives them, on connections of its own. */
export class TestBroadcasts extends Broadcasts {
  private constructor(
    private readonly connection: Redis,
    private readonly subscriptions: RedisSubscriber,
  ) {
    super(connection, subscriptions);
  }

  static connect(redisUrl: string): TestBroadcasts {
    return new TestBroadcasts(
      connectRedis(redisUrl, 'test-broadcasts'),
      new RedisSubscriber(redisUrl, 'test-subscriber'),
    );
  }

  async close(): Promise<void> {
    await this.subscriptions.close();
    await closeRedis(this.connection);
  }
}
