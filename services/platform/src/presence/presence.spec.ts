import { Redis } from 'ioredis';
import { RedisClock } from '../redis/redis-clock';
import { Scheduler } from '../scheduling/scheduler';
import { eventually } from '../testing/eventually';
import { asRedisUser, giveBackTestRedis, takeTestRedis, type TestRedis } from '../testing/redis';
import { Presence, readPresence, SILENT_MS, Vigil } from './presence';

describe('signs of life', () => {
  let server: TestRedis;
  let redis: Redis;

  beforeAll(async () => {
    server = await takeTestRedis();
    redis = new Redis(asRedisUser('worker', server.url));
  });

  afterAll(async () => {
    redis.disconnect();
    await giveBackTestRedis(server);
  });

  it('a running process renews its own, and a clean end leaves a farewell', async () => {
    const clock = new RedisClock(redis);
    await clock.start();
    const scheduler = new Scheduler();
    const presence = new Presence(redis, clock, scheduler, 'worker', 'worker-1');
    presence.onApplicationBootstrap();
    const sign = async () => (await readPresence(redis, 'worker'))[0];
    const first = await eventually(async () => {
      expect(await sign()).toMatchObject({ instance: 'worker-1', hasLeft: false });
      return sign();
    });
    await eventually(async () => expect((await sign())?.at).toBeGreaterThan(first!.at));
    await presence.beforeApplicationShutdown();
    expect(await sign()).toMatchObject({ instance: 'worker-1', startedAt: first?.startedAt, hasLeft: true });
    await scheduler.beforeApplicationShutdown();
    clock.stop();
  });

  it('a watcher concludes nothing until it has looked regularly for longer than a process may be silent', () => {
    const vigil = new Vigil();
    const looks = (from: number, to: number) => {
      let isSteady = false;
      for (let at = from; at <= to; at += 5_000) isSteady = vigil.isSteady(at);
      return isSteady;
    };
    expect(looks(0, SILENT_MS)).toBe(false);
    expect(looks(SILENT_MS + 5_000, SILENT_MS + 5_000)).toBe(true);
    expect(looks(SILENT_MS + 60_000, SILENT_MS + 75_000)).toBe(false);
  });
});
