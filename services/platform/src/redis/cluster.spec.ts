import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { billingCalls } from '@luit/contracts/billing/messages';
import { queuePrefix } from '../jobs/queues';
import { RedisTokenBuckets } from '../rate-limits/redis-token-buckets';
import { eventually } from '../testing/eventually';
import { asRedisUser } from '../testing/redis';
import { startTestRedisCluster, type TestRedisCluster } from '../testing/redis-cluster';
import { connectTestCalls, startFakeService } from '../testing/services';
import { closeRedis, connectRedis } from './redis-connection';
import { RedisSubscriber } from './redis-subscriber';

const FAILOVER_LIMIT_MS = 20_000;

describe('a Redis Cluster', () => {
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

  it('each service signs in as its own user', async () => {
    const gateway = connectRedis(asRedisUser('gateway', cluster.url), 'gateway');
    const buckets = new RedisTokenBuckets(gateway);
    const bucketOf = (subject: string) => ({ key: `luit:limit:{limits}:${subject}`, size: 1, windowMs: 60_000 });
    const charge = () => buckets.charge([bucketOf('account'), bucketOf('address')]);
    expect(await charge()).toBeUndefined();
    expect(await charge()).toBeDefined();
    await expect(gateway.get('luit:redis-generation')).rejects.toThrow('NOPERM');
    await closeRedis(gateway);
  });

  it('calls reach their service and are answered', async () => {
    const getBalance = () => ({ credits: 7, available: 7, held: 0 });
    const billing = await startFakeService('billing', cluster.url, { 'billing.getBalance': getBalance });
    const calls = await connectTestCalls(cluster.url);
    const userIds = Array.from({ length: 3 }, () => randomUUID());
    const balances = await Promise.all(userIds.map((userId) => calls.client.call(billingCalls.getBalance, { userId })));
    expect(balances).toMatchObject(userIds.map(() => ({ credits: 7 })));
    await calls.close();
    await billing.close();
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
