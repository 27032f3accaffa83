import { call, type CallContract } from '@luit/contracts/messages/message';
import { assertSchemas } from '@luit/contracts/registry/registry';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { RedisClock } from '../redis/redis-clock';
import { closeRedis, connectRedis } from '../redis/redis-connection';
import { asRedisUser, giveBackTestRedis, takeTestRedis, type TestRedis } from '../testing/redis';
import { connectTestCalls, type TestCalls } from '../testing/services';
import { CallHandlers } from './call-handlers';
import { CallServer } from './call-server';

const order = call('billing.order', {
  input: z.object({ buyer: z.object({ email: z.string() }), credits: z.int('Credits must be a whole number') }),
  output: z.object({}),
});

describe('request validation in the call server', () => {
  let redis: TestRedis;
  let calls: TestCalls;
  let server: CallServer;
  let clock: RedisClock;
  let connection: Redis;
  const received: unknown[] = [];

  beforeAll(async () => {
    redis = await takeTestRedis();
    calls = await connectTestCalls(redis.url);
    connection = connectRedis(redis.url, 'test-clock');
    clock = new RedisClock(connection);
    await clock.start();
    const method = (request: unknown) => void received.push(request);
    const handlers = new CallHandlers('billing', [{ mark: [order], method }]);
    server = new CallServer('billing', handlers, asRedisUser('billing', redis.url), 'test-billing', clock);
    server.start();
  });

  afterAll(async () => {
    await calls.close();
    await server.close();
    clock.stop();
    await closeRedis(connection);
    await giveBackTestRedis(redis);
  });

  beforeEach(() => received.splice(0));

  it('a request with an invalid field is rejected with an error that names the field', async () => {
    const request = { buyer: { email: 7 }, credits: 1.5 } as never;
    await expect(calls.client.call(order, request)).rejects.toMatchObject({
      code: 'validation_failed',
      status: 400,
      details: { 'buyer.email': expect.any(String) as string, credits: 'Credits must be a whole number' },
    });
    expect(received).toEqual([]);
  });

  it('a request without its fields is rejected', async () => {
    await expect(calls.client.call(order, undefined as never)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('an unknown field, as a newer caller may send, is ignored', async () => {
    const request = { buyer: { email: 'a@example.com', phone: '1' }, credits: 2, coupon: 'x' };
    await calls.client.call(order, request);
    expect(received).toEqual([{ buyer: { email: 'a@example.com' }, credits: 2 }]);
  });

  it('registering a contract without a schema throws', () => {
    const { output, ...broken } = order;
    const contract = broken as unknown as CallContract<unknown, unknown>;
    expect(output).toBeDefined();
    const method = () => ({});
    expect(() => new CallHandlers('billing', [{ mark: [contract], method }])).toThrow('No schema for: billing.order');
    expect(() => assertSchemas([contract])).toThrow('No schema for: billing.order');
    expect(() => assertSchemas()).not.toThrow();
  });

  it('a second handler of the same call is refused', () => {
    const marked = { mark: [order], method: () => ({}) };
    expect(() => new CallHandlers('billing', [marked, marked])).toThrow('Two handlers for billing.order');
  });
});
