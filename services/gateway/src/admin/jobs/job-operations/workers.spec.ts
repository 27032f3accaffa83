import { type WorkerHeartbeat, workerBroadcasts } from '@luit/contracts/operations/worker';
import { presenceKey } from '@luit/contracts/registry/redis-access';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { RedisSubscriber } from '@luit/platform/redis/redis-subscriber';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { eventually } from '@luit/platform/testing/eventually';
import { asRedisUser, giveBackTestRedis, takeTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import { Redis } from 'ioredis';
import { Workers } from './workers';

const HEARTBEAT: WorkerHeartbeat = {
  ...{ instance: 'killed', host: 'h', pid: 7, release: '0.1.0', startedAt: '2026-11-01T00:00:00.000Z' },
  ...{ isStopping: false, slots: {}, tasks: [], inFlight: 0, done: 5 },
};
/** Long after a silent worker is removed from the list. */
const later = () => performance.now() + 3_600_000;

describe('the list of workers', () => {
  let server: TestRedis;
  let redis: Redis;
  let worker: Redis;
  let subscriber: RedisSubscriber;
  const scheduler = new Scheduler();

  beforeAll(async () => {
    server = await takeTestRedis();
    redis = new Redis(asRedisUser('gateway', server.url));
    worker = new Redis(asRedisUser('worker', server.url));
    subscriber = new RedisSubscriber(asRedisUser('gateway', server.url), 'test');
  });

  afterAll(async () => {
    await scheduler.beforeApplicationShutdown();
    await subscriber.close();
    redis.disconnect();
    worker.disconnect();
    await giveBackTestRedis(server);
  });

  it('keeps a killed worker until nobody misses it', async () => {
    const workers = new Workers(new Broadcasts(redis, subscriber), redis, scheduler);
    await workers.onModuleInit();
    const key = presenceKey('worker');
    await worker.hset(key, 'killed', JSON.stringify({ at: 1, startedAt: 0, hasLeft: false }));
    await new Broadcasts(worker, subscriber).publish(workerBroadcasts.heartbeat, HEARTBEAT);
    await eventually(() => expect(workers.list()).toMatchObject([{ instance: 'killed', isAlive: true }]));
    expect(workers.list(later())).toEqual([]);
    // It looks up who is missed once the worker is silent.
    await eventually(() => expect(workers.list(later())).toMatchObject([{ instance: 'killed', isAlive: false }]));
    await worker.hdel(key, 'killed');
    await eventually(() => expect(workers.list(later())).toEqual([]));
  });
});
