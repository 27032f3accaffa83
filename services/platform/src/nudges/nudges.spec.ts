import { POLL_NUDGE } from '@luit/contracts/generation/tracking';
import { nudgeKey } from '@luit/contracts/registry/redis-access';
import type { Redis } from 'ioredis';
import { closeRedis, connectRedis } from '../redis/redis-connection';
import { eventually } from '../testing/eventually';
import { asRedisUser, giveBackTestRedis, takeTestRedis, type TestRedis } from '../testing/redis';
import { NudgeListener, sendNudge } from './nudges';

describe('nudges', () => {
  let server: TestRedis;
  let sender: Redis;
  const listeners: NudgeListener[] = [];

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
    const listener = new NudgeListener(config, POLL_NUDGE);
    listeners.push(listener);
    listener.start((delayMs) => received.push(delayMs));
    return received;
  };

  it('nudges that no one has received yet are merged into the earliest', async () => {
    for (const delayMs of [2_500, 400, 9_000]) await sendNudge(sender, POLL_NUDGE, delayMs);
    const received = listen();
    await eventually(() => expect(received).toEqual([400]));
    await sendNudge(sender, POLL_NUDGE);
    await eventually(() => expect(received).toEqual([400, 0]));
  });

  it('each nudge wakes one of several listeners', async () => {
    const all = [listen(), listen(), listen()];
    for (let sent = 1; sent <= 5; sent += 1) {
      await sendNudge(sender, POLL_NUDGE, sent);
      await eventually(() => expect(all.flat()).toHaveLength(sent));
    }
    expect(all.flat().sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('an impossible delay does not stop a listener', async () => {
    const received = listen();
    for (const score of ['+inf', '-inf', '1e300', '-5']) {
      await sender.zadd(nudgeKey(POLL_NUDGE), score, 'due');
      await eventually(async () => expect(await sender.exists(nudgeKey(POLL_NUDGE))).toBe(0));
    }
    await sendNudge(sender, POLL_NUDGE, 3);
    await eventually(() => expect(received).toEqual([0, 0, 60_000, 0, 3]));
  });

  it('a listener survives a restart of Redis', async () => {
    const received = listen();
    await sendNudge(sender, POLL_NUDGE, 1);
    await eventually(() => expect(received).toEqual([1]));
    await server.stop();
    await server.start();
    await sendNudge(sender, POLL_NUDGE, 2);
    await eventually(() => expect(received).toContain(2));
  });
});
