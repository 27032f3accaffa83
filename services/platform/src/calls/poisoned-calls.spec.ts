import { call } from '@luit/contracts/messages/message';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { metrics } from '../metrics/metrics';
import { connectRedis } from '../redis/redis-connection';
import { eventually } from '../testing/eventually';
import { giveBackTestRedis, takeTestRedis, type TestRedis } from '../testing/redis';
import { connectTestCalls, startFakeService, type TestCalls } from '../testing/services';
import { MAX_MESSAGE_LENGTH } from '../redis/redis-messages';
import { requestList } from './wire';

const echo = call('billing.echo', { input: z.object({ text: z.string() }), output: z.string(), timeoutMs: 3_000 });

/** Entries that a buggy or hostile writer may leave in a list. None has the id of a call. */
const MALFORMED = [
  ...['null', 'true', '17', '"text"', '[]', '[null]', '{}', '{"i":"1"', '', 'not JSON', '\u0000'],
  ...[
    '{"i":1,"n":"billing.echo","d":{},"x":9e15,"r":"luit:replies:{gateway}:x"}',
    '{"i":"of none","n":null,"x":"later"}',
  ],
  '{"i":"of none","n":"billing.echo","d":null,"x":9e15,"r":"luit:replies:{gateway}:x","c":{"toString":1}}',
  '{"i":"of none","n":"__proto__","d":null,"x":9e15,"r":"luit:replies:{gateway}:x"}',
  `{"i":"of none","n":"${'n'.repeat(1_000)}"}`,
];

describe('malformed messages in the lists of calls', () => {
  let redis: TestRedis;
  let admin: Redis;
  let calls: TestCalls;
  let service: { close(): Promise<void> };
  let served: string[];

  beforeAll(async () => {
    redis = await takeTestRedis();
    admin = connectRedis(redis.url, 'admin');
    calls = await connectTestCalls(redis.url);
  });
  beforeEach(async () => {
    served = [];
    service = await startFakeService(
      'billing',
      redis.url,
      {
        [echo.name]: ({ text }: { text: string }) => {
          served.push(text);
          return text;
        },
      },
      [echo],
    );
  });
  afterEach(() => service.close());
  afterAll(async () => {
    admin.disconnect();
    await calls.close();
    await giveBackTestRedis(redis);
  });

  const refused = async (): Promise<number> => {
    const lines = await metrics.getSingleMetricAsString('luit_security_events_total');
    return Number(/event="message_refused"\} (\d+)/.exec(lines)?.[1] ?? 0);
  };
  const oversized = (): string => JSON.stringify({ i: '1', d: 'x'.repeat(MAX_MESSAGE_LENGTH) });

  it('a service drops malformed requests and serves those of the same read', async () => {
    const before = await refused();
    const list = requestList('billing', 'gateway');
    await admin.rpush(list, ...MALFORMED, oversized());
    const answer = calls.client.call(echo, { text: 'behind' });
    expect(await answer).toBe('behind');
    expect(served).toEqual(['behind']);
    expect((await refused()) - before).toBeGreaterThanOrEqual(MALFORMED.length - 2);
    expect(await admin.llen(list)).toBe(0);
  });

  it('a caller drops malformed replies and receives those of the same read', async () => {
    const first = await calls.client.call(echo, { text: 'first' });
    expect(first).toBe('first');
    const answer = calls.client.call(echo, { text: 'second' });
    await admin.rpush(replyListInUse(), ...MALFORMED, oversized());
    expect(await answer).toBe('second');
    expect(await calls.client.call(echo, { text: 'third' })).toBe('third');
  });

  it('a reply with an unreadable error fails its call', async () => {
    await service.close();
    const failure = expect(calls.client.call(echo, { text: 'unanswered' })).rejects.toMatchObject({
      code: 'unavailable',
    });
    const requests = requestList('billing', 'gateway');
    const raw = await eventually(async () => {
      const [message] = await admin.lrange(requests, 0, 0);
      expect(message).toBeDefined();
      return message!;
    });
    await admin.del(requests);
    await admin.rpush(replyListInUse(), JSON.stringify({ i: (JSON.parse(raw) as { i: string }).i, err: 17 }));
    await failure;
  });

  const replyListInUse = (): string => (calls.client as unknown as { replies: string }).replies;
});
