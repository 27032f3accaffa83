import { authBroadcasts } from '@luit/contracts/auth/messages';
import { billingPushes } from '@luit/contracts/billing/messages';
import type { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { BROADCAST_CHANNELS } from '../broadcasts/broadcasts';
import type { MarkedMethods } from '../marked-methods';
import { pushChannel } from '../pushes/push-messages';
import { PushSubscriber } from '../pushes/push-subscriber';
import { TestBroadcasts } from '../testing/broadcasts';
import { eventually } from '../testing/eventually';
import { publishPush } from '../testing/pushes';
import { giveBackTestRedis, takeTestRedis, type TestRedis } from '../testing/redis';
import { connectRedis } from './redis-connection';
import { RedisSubscriber } from './redis-subscriber';

const MALFORMED = [
  ...[
    'null',
    'true',
    '17',
    '"text"',
    '[]',
    '[null]',
    '[17]',
    '[[]]',
    '[{}]',
    '{}',
    '[{"name":"billing.balanceChanged"',
    '',
  ],
  ...['[{"name":null,"payload":{}}]', '{"name":null}', '{"name":17,"payload":{}}', '{"name":"auth.sessionsRevoked"}'],
  '[{"name":"billing.balanceChanged","payload":null,"correlationId":{}}]',
];

describe('malformed messages on channels', () => {
  let redis: TestRedis;
  let publisher: Redis;

  beforeAll(async () => {
    redis = await takeTestRedis();
    publisher = connectRedis(redis.url, 'publisher');
  });
  afterAll(async () => {
    publisher.disconnect();
    await giveBackTestRedis(redis);
  });

  it('a gateway drops malformed pushes and delivers the next one', async () => {
    const received: unknown[] = [];
    const marked = {
      find: () => [{ mark: billingPushes.balanceChanged, method: (payload: unknown) => void received.push(payload) }],
    } as unknown as MarkedMethods;
    const connection = new RedisSubscriber(redis.url, 'pushes');
    const subscriber = new PushSubscriber(connection, marked);
    subscriber.onModuleInit();
    await subscriber.onApplicationBootstrap();
    for (const message of MALFORMED) await publisher.publish(pushChannel('billing'), message);
    const payload = {
      userId: randomUUID(),
      balance: { credits: 5, available: 5, held: 0 },
      reason: 'test',
      referenceId: null,
    };
    await publishPush(publisher, billingPushes.balanceChanged, payload);
    await eventually(() => expect(received).toHaveLength(1));
    await connection.close();
  });

  it('a subscriber drops malformed broadcasts and delivers the next one', async () => {
    const broadcasts = TestBroadcasts.connect(redis.url);
    const received: unknown[] = [];
    await broadcasts.subscribe(authBroadcasts.sessionsRevoked, (payload) => void received.push(payload));
    for (const message of MALFORMED) await publisher.publish(`${BROADCAST_CHANNELS}auth`, message);
    const payload = { userId: randomUUID(), sessionIds: [randomUUID()], reason: 'signed_out' as const };
    await broadcasts.publish(authBroadcasts.sessionsRevoked, payload);
    await eventually(() => expect(received).toHaveLength(1));
    await broadcasts.close();
  });
});
