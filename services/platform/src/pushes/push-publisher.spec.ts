import { generationPushes } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import type { Redis } from 'ioredis';
import { setImmediate } from 'node:timers/promises';
import { connectRedis, closeRedis } from '../redis/redis-connection';
import { PushCollector } from '../testing/pushes';
import { asRedisUser, giveBackTestRedis, takeTestRedis, type TestRedis } from '../testing/redis';
import { PushPublisher } from './push-publisher';

describe('the push publisher', () => {
  let redis: TestRedis;
  let connection: Redis;
  let received: PushCollector;

  beforeAll(async () => {
    redis = await takeTestRedis();
    connection = connectRedis(asRedisUser('generation', redis.url), 'test-publisher');
    received = await PushCollector.connect(redis.url, 'generation');
  });

  afterAll(async () => {
    await received.close();
    await closeRedis(connection);
    await giveBackTestRedis(redis);
  });

  const update = (sequence: number) => ({ request: { sequence } as RequestRecord });

  it('sends the pushes of one tick as one Redis message, in order and each with its own correlation id', async () => {
    const publisher = new PushPublisher('generation', connection);
    publisher.publish(generationPushes.requestUpdated, update(1), 'one');
    publisher.publish(generationPushes.requestUpdated, update(2), 'two 00-trace');
    await setImmediate();
    publisher.publish(generationPushes.requestUpdated, update(3));
    await setImmediate();
    await connection.ping();
    expect(await received.payloads(generationPushes.requestUpdated)).toEqual([update(1), update(2), update(3)]);
    expect(await received.countMessages()).toBe(2);
  });
});
