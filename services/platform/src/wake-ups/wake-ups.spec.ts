import { POLL_WAKE_UP } from '@luit/contracts/generation/tracking';
import { wakeUpKey } from '@luit/contracts/registry/redis-access';
import type { Redis } from 'ioredis';
import { closeRedis, connectRedis } from '../redis/redis-connection';
import { eventually } from '../testing/eventually';
import { asRedisUser, giveBackTestRedis, takeTestRedis, type TestRedis } from '../testing/redis';
import { WakeUpListener, sendWakeUp } from './wake-ups';

describe('wake-ups', () => {
  let server: TestRedis;
  let sender: Redis;
  const listeners: WakeUpListener[] = [];

  beforeAll(async () => {
    server = await takeTestRedis();
    sender = connectRedis(asRedisUser('generation', server.url), 'sender');
  });

  afterEach(() => Promise.all(listeners.splice(0).map((listener) => listener.stop())));

  afterAll(async () => {
    await closeRedis(sender);
    await giveBackTestRedis(server);
  });

  const listen = (): number[] => {
    const received: number[] = [];
    const config = { redisUrl: asRedisUser('worker', server.url), instance: `worker-${listeners.length}` };
    const listener = new WakeUpListener(config, POLL_WAKE_UP);
    listeners.push(listener);
    listener.start((delayMs) => received.push(delayMs));
    return received;
  };

  it('wake-ups that no one has received yet are merged into the earliest', async () => {
    for (const delayMs of [2_500, 400, 9_000]) await sendWakeUp(sender, POLL_WAKE_UP, delayMs);
    const received = listen();
    await eventually(() => expect(received).toEqual([400]));
    await sendWakeUp(sender, POLL_WAKE_UP);
    await eventually(() => expect(received).toEqual([400, 0]));
  });

  it('each wake-up wakes one of several listeners', async () => {
    const all = [listen(), listen(), listen()];
    for (let sent = 1; sent <= 5; sent += 1) {
      await sendWakeUp(sender, POLL_WAKE_UP, sent);
      await eventually(() => expect(all.flat()).toHaveLength(sent));
    }
    expect(all.flat().sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('an impossible delay does not stop a listener', async () => {
    const received = listen();
    for (const score of ['+inf', '-inf', '1e300', '-5']) {
      await sender.zadd(wakeUpKey(POLL_WAKE_UP), score, 'due');
      await eventually(async () => expect(await sender.exists(wakeUpKey(POLL_WAKE_UP))).toBe(0));
    }
    await sendWakeUp(sender, POLL_WAKE_UP, 3);
    await eventually(() => expect(received).toEqual([0, 0, 60_000, 0, 3]));
  });

  it('a listener survives a restart of Redis', async () => {
    const received = listen();
    await sendWakeUp(sender, POLL_WAKE_UP, 1);
    await eventually(() => expect(received).toEqual([1]));
    await server.stop();
    await server.start();
    await sendWakeUp(sender, POLL_WAKE_UP, 2);
    await eventually(() => expect(received).toContain(2));
  });
});
