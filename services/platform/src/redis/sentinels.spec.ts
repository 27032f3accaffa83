import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { asRedisUser } from '../testing/redis';
import { eventually } from '../testing/eventually';
import { startTestSentinels, type TestSentinels } from '../testing/redis-sentinels';
import { closeRedis, connectRedis } from './redis-connection';
import { RedisSubscriber } from './redis-subscriber';

const FAILOVER_LIMIT_MS = 20_000;

describe('Redis under Sentinel', () => {
  let sentinels: TestSentinels;
  let connection: Redis;

  beforeAll(async () => {
    sentinels = await startTestSentinels();
    connection = connectRedis(sentinels.url, 'under-test');
  });

  afterAll(async () => {
    await closeRedis(connection);
    await sentinels.stop();
  });

  it('connections sign in to the primary as their own user', async () => {
    const gateway = connectRedis(asRedisUser('gateway', sentinels.url), 'gateway');
    await gateway.set('luit:limit:under-test', 1);
    await expect(gateway.get('luit:redis-generation')).rejects.toThrow('NOPERM');
    await closeRedis(gateway);
  });

  it('queues, blocking reads and subscriptions go on with the replica when the primary is killed', async () => {
    const taken = jest.fn();
    const worker = new Worker('moving', (job) => Promise.resolve(taken(job.name)), { connection });
    worker.on('error', () => undefined);
    const queue = new Queue('moving', { connection });
    queue.on('error', () => undefined);
    const reading = connectRedis(sentinels.url, 'reading');
    const read = reading.blmpop(0, 1, 'list', 'LEFT');
    const subscriber = new RedisSubscriber(sentinels.url, 'subscriber');
    const received = jest.fn();
    await subscriber.subscribe('news', received);
    await queue.add('before', {});
    await eventually(() => expect(taken).toHaveBeenCalledWith('before'));

    await sentinels.primary.stop();
    await queue.add('after', {});
    await eventually(() => expect(taken).toHaveBeenCalledWith('after'), FAILOVER_LIMIT_MS);
    expect(connection.stream.remotePort).toBe(Number(new URL(sentinels.replica.url).port));
    await connection.rpush('list', 'work');
    expect(await read).toEqual(['list', ['work']]);
    await eventually(async () => {
      await connection.publish('news', 'hello');
      expect(received).toHaveBeenCalledWith('hello');
    });
    await worker.close(true);
    await queue.close();
    await subscriber.close();
    await closeRedis(reading);
  });
});
