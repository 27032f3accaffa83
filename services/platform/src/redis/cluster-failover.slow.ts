import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { queuePrefix } from '../queues/queues';
import { eventually } from '../testing/eventually';
import { startTestRedisCluster, type TestRedisCluster } from '../testing/redis-cluster';
import { closeRedis, connectRedis } from './redis-connection';
import { RedisSubscriber } from './redis-subscriber';

const FAILOVER_LIMIT_MS = 20_000;

describe('a Redis Cluster that loses a node', () => {
  let cluster: TestRedisCluster;
  let connection: Redis;

  beforeAll(async () => {
    cluster = await startTestRedisCluster();
    connection = connectRedis(cluster.url, 'under-test');
  }, 60_000);

  afterAll(async () => {
    await closeRedis(connection);
    await cluster.stop();
  });

  it('queues, subscriptions and blocking reads survive the loss of the node that serves them', async () => {
    const taken = jest.fn();
    const prefix = queuePrefix('moving');
    const worker = new Worker('moving', (job) => Promise.resolve(taken(job.name)), { connection, prefix });
    worker.on('error', () => undefined);
    const queue = new Queue('moving', { connection, prefix });
    queue.on('error', () => undefined);
    const reading = connectRedis(cluster.url, 'reading');
    const read = async (): Promise<unknown> => {
      try {
        return await reading.blmpop(1, 2, `${prefix}:one`, `${prefix}:two`, 'LEFT');
      } catch {
        return null;
      }
    };
    const subscriber = new RedisSubscriber(cluster.url, 'subscriber');
    const received = jest.fn();
    await subscriber.subscribe('news', received);
    await queue.addBulk([{ name: 'before', data: {} }]);
    await eventually(() => expect(taken).toHaveBeenCalledWith('before'));

    await (await cluster.primaryOf(`${prefix}:moving:wait`)).stop();
    await queue.addBulk([{ name: 'after', data: {} }]);
    await eventually(() => expect(taken).toHaveBeenCalledWith('after'), FAILOVER_LIMIT_MS);
    await connection.rpush(`${prefix}:two`, 'work');
    await eventually(async () => expect(await read()).toEqual([`${prefix}:two`, ['work']]));
    await eventually(async () => {
      await connection.publish('news', 'hello');
      expect(received).toHaveBeenCalledWith('hello');
    });
    await worker.close(true);
    await queue.close();
    await subscriber.close();
    await closeRedis(reading);
  }, 60_000);
});
