import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { call } from '@luit/contracts/messages/message';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { correlationId, withCorrelation } from '../tracing/correlation';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Batcher } from '../database/batcher';
import { RedisClock } from '../redis/redis-clock';
import { connectRedis } from '../redis/redis-connection';
import { eventually } from '../testing/eventually';
import { asRedisUser, startTestRedis, type TestRedis } from '../testing/redis';
import { CallClient } from './call-client';
import { MAX_WAITING, replyList, requestList } from './wire';
import { connectTestCalls, startFakeService, type TestCalls } from '../testing/services';

const echo = call('billing.echo', {
  input: z.object({ text: z.string() }),
  output: z.object({ text: z.string(), correlation: z.string().optional() }),
});
const nothing = { input: z.object({}), output: z.never() };
const refuse = call('billing.refuse', nothing);
const breakDown = call('billing.breakDown', nothing);
const nobody = call('auth.nobody', { ...nothing, timeoutMs: 100 });
const fromCaller = { input: z.object({ from: z.string() }), output: z.number() };
const whose = call('auth.whose', { ...fromCaller, timeoutMs: 100 });
const batched = call('generation.batched', {
  input: z.object({ text: z.string() }),
  output: z.object({ text: z.string() }),
});
const onTime = call(whose.name, { ...fromCaller, timeoutMs: 5_000 });
const slow = call('generation.slow', { input: z.object({}), output: z.string(), timeoutMs: 10_000 });

describe('calls over Redis lists', () => {
  let redis: TestRedis;
  let calls: TestCalls;
  let service: { close(): Promise<void> };

  beforeAll(async () => {
    redis = await startTestRedis();
    calls = await connectTestCalls(redis.url);
    const handlers = {
      [echo.name]: (request: { text: string }) => ({ text: request.text, correlation: correlationId() }),
      [refuse.name]: () => {
        throw new LuitError('insufficient_credits', 'Not enough', { details: { shortfall: 3 } });
      },
      [breakDown.name]: () => {
        throw new Error('a secret cause');
      },
    };
    service = await startFakeService('billing', redis.url, handlers, [echo, refuse, breakDown]);
  });

  afterAll(async () => {
    await Promise.all([calls.close(), service.close()]);
    await redis.stop();
  });

  it('a call returns the response and carries the correlation id', async () => {
    const answer = await withCorrelation('trace-1', () => calls.client.call(echo, { text: 'namaskar' }));
    expect(answer).toEqual({ text: 'namaskar', correlation: 'trace-1' });
  });

  it('concurrent calls each get their own response', async () => {
    const texts = Array.from({ length: 500 }, (_, i) => `call ${i}`);
    const answers = await Promise.all(texts.map((text) => calls.client.call(echo, { text })));
    expect(answers.map((answer) => answer.text)).toEqual(texts);
  });

  it('a restarted process does not receive replies to its predecessor of the same name', async () => {
    const clockConnection = connectRedis(redis.url, 'clock');
    const clock = new RedisClock(clockConnection);
    const clients = [1, 2].map(() => new CallClient(redis.url, 'gateway', 'gateway-1', clock));
    await Promise.all(clients.map((client) => client.connect()));
    const answers = await Promise.all(clients.map((client, i) => client.call(echo, { text: `client ${i}` })));
    expect(answers.map(({ text }) => text)).toEqual(['client 0', 'client 1']);
    await Promise.all(clients.map((client) => client.close()));
    clockConnection.disconnect();
  });

  it('a LuitError reaches the caller with its code, message, details and status', async () => {
    await expect(calls.client.call(refuse, {})).rejects.toMatchObject({
      code: 'insufficient_credits',
      message: 'Not enough',
      details: { shortfall: 3 },
      status: 402,
    });
  });

  it('the cause of an unexpected error does not reach the caller', async () => {
    const error = await calls.client.call(breakDown, {}).catch((e: LuitError) => e);
    expect(error).toMatchObject({ code: 'internal_error' });
    expect(JSON.stringify(error)).not.toContain('secret cause');
  });

  it('a call that no one handles fails as unavailable with a retry delay', async () => {
    await expect(calls.client.call(nobody, {})).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
  });

  it('the server drops a call whose deadline has passed', async () => {
    const clockConnection = connectRedis(redis.url, 'clock');
    // The caller's clock is a minute behind, so its deadline has passed on a machine of any speed.
    class LateClock extends RedisClock {
      override now(): number {
        return super.now() - 60_000;
      }
    }
    const lateClock = new LateClock(clockConnection);
    await lateClock.start();
    const lateCaller = new CallClient(redis.url, 'gateway', 'late', lateClock);
    await lateCaller.connect();
    await expect(lateCaller.call(whose, { from: 'late' })).rejects.toMatchObject({ code: 'unavailable' });
    const seen: string[] = [];
    const handlers = { [whose.name]: ({ from }: { from: string }) => seen.push(from) };
    const service = await startFakeService('auth', redis.url, handlers, [whose]);
    await calls.client.call(onTime, { from: 'on time' });
    expect(seen).toEqual(['on time']);
    await service.close();
    await lateCaller.close();
    lateClock.stop();
    clockConnection.disconnect();
  });

  it('the server ignores calls that the caller is not allowed to make and reply lists of others', async () => {
    const served: string[] = [];
    const [own, forgery] = [uuidv7(), uuidv7()];
    const auth = await startFakeService('auth', redis.url, {
      [authCalls.markMailSent.name]: ({ mailId }: { mailId: string }) => {
        served.push(mailId);
        return {};
      },
      [authCalls.setPassword.name]: () => served.push('a password'),
    });
    const worker = await connectTestCalls(redis.url, 'worker');
    const forged = connectRedis(asRedisUser('worker', redis.url), 'forged');
    const message = { i: '1', d: { mailId: forgery }, x: Date.now() + 60_000, r: replyList('worker', 'one') };
    for (const changes of [
      { n: authCalls.setPassword.name },
      { n: authCalls.markMailSent.name, r: replyList('gateway', 'one') },
      { n: authCalls.markMailSent.name, r: requestList('billing', 'auth') },
    ])
      await forged.rpush(requestList('auth', 'worker'), JSON.stringify({ ...message, ...changes }));
    await worker.client.call(authCalls.markMailSent, { mailId: own });
    expect(served).toEqual([own]);
    await expect(
      worker.client.call(authCalls.setPassword, {
        userId: 'u',
        sessionId: 's',
        password: 'p',
        device: { ip: '::1', userAgent: '' },
      }),
    ).rejects.toThrow('worker is not allowed to call auth.setPassword');
    forged.disconnect();
    await worker.close();
    await auth.close();
  });

  it('a closing service completes calls in flight', async () => {
    let release: ((value: string) => void) | undefined;
    const handlers = { [slow.name]: () => new Promise((resolve) => (release = resolve)) };
    const closingService = await startFakeService('generation', redis.url, handlers, [slow]);
    const answer = calls.client.call(slow, {});
    await eventually(() => expect(release).toBeDefined());
    const closing = closingService.close();
    release?.('finished');
    await expect(answer).resolves.toBe('finished');
    await closing;
  });

  it('calls and replies of one tick of the event loop are sent in one command each', async () => {
    const admin = connectRedis(redis.url, 'statistics');
    const counts = async () => {
      const statistics = await admin.info('commandstats');
      const countOf = (command: string) =>
        Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(statistics)?.[1] ?? 0);
      return { scripts: countOf('evalsha'), pushes: countOf('rpush') };
    };
    const handlers = {
      [batched.name]: async (request: { text: string }) => {
        await nextTurn();
        return request;
      },
    };
    const answerer = await startFakeService('generation', redis.url, handlers, [batched]);
    await calls.client.call(batched, { text: 'warm-up' });
    const before = await counts();
    const texts = Array.from({ length: 50 }, (_, i) => `call ${i}`);
    const answers = await Promise.all(texts.map((text) => calls.client.call(batched, { text })));
    expect(answers.map(({ text }) => text)).toEqual(texts);
    const after = await counts();
    expect({ scripts: after.scripts - before.scripts, pushes: after.pushes - before.pushes }).toEqual({
      scripts: 1,
      pushes: 2,
    });
    await answerer.close();
    admin.disconnect();
  });

  it('calls beyond the limit of a request list fail immediately', async () => {
    const admin = connectRedis(redis.url, 'list');
    const list = requestList('auth', 'gateway');
    await admin.del(list);
    await admin.rpush(list, ...Array.from({ length: MAX_WAITING - 2 }, () => '{}'));
    const results = Promise.allSettled([1, 2, 3, 4].map((from) => calls.client.call(whose, { from: `${from}` })));
    await expect(results).resolves.toMatchObject(
      Array.from({ length: 4 }, () => ({ reason: { code: 'unavailable' } })),
    );
    const waiting = await admin.lrange(list, -2, -1);
    expect(waiting.map((raw) => (JSON.parse(raw) as { d: unknown }).d)).toEqual([{ from: '1' }, { from: '2' }]);
    expect(await admin.llen(list)).toBe(MAX_WAITING);
    await admin.del(list);
    admin.disconnect();
  });

  describe('handled in batches', () => {
    const held = call('auth.held', {
      input: z.object({ credits: z.int() }),
      output: z.object({ credits: z.number(), correlation: z.string().optional() }),
      timeoutMs: 1_000,
    });
    let batches: number[][];

    const startBatching = (run: (items: number[]) => Promise<(number | Error)[]>) => {
      const batcher = new Batcher<number, number>((items) => {
        batches.push(items);
        return run(items);
      });
      return startFakeService(
        'auth',
        redis.url,
        {
          [held.name]: async (request: { credits: number }) => ({
            credits: await batcher.add(request.credits),
            correlation: correlationId(),
          }),
        },
        [held],
      );
    };

    beforeEach(() => {
      batches = [];
    });

    it('each call keeps its own result, error and correlation id', async () => {
      const refusal = new LuitError('insufficient_credits', 'Too few', { details: { shortfall: 1 } });
      const server = await startBatching((items) => Promise.resolve(items.map((n) => (n === 2 ? refusal : n * 10))));
      const input = [1, 2, 'three', 4] as number[];
      const results = await Promise.allSettled(
        input.map((credits) => withCorrelation(`c${credits}`, () => calls.client.call(held, { credits }))),
      );
      expect(results).toMatchObject([
        { value: { credits: 10, correlation: 'c1' } },
        { reason: { code: 'insufficient_credits', details: { shortfall: 1 } } },
        { reason: { code: 'validation_failed', details: { credits: expect.any(String) as string } } },
        { value: { credits: 40, correlation: 'c4' } },
      ]);
      expect(batches).toEqual([[1, 2, 4]]);
      await server.close();
    });

    it('calls of a server that crashes during a batch fail as unavailable, and another server handles their retries', async () => {
      let end: (() => void) | undefined;
      const dying = await startBatching(() => new Promise((resolve) => (end = () => resolve([1, 2]))));
      const lost = await Promise.allSettled([1, 2].map((credits) => calls.client.call(held, { credits })));
      expect(lost).toMatchObject([{ reason: { code: 'unavailable' } }, { reason: { code: 'unavailable' } }]);
      const closing = dying.close();
      const successor = await startBatching((items) => Promise.resolve(items));
      const repeated = await Promise.all([1, 2].map((credits) => calls.client.call(held, { credits })));
      expect(repeated.map(({ credits }) => credits)).toEqual([1, 2]);
      end?.();
      await Promise.all([closing, successor.close()]);
    });

    it('a stopping server completes calls that wait for a batch', async () => {
      let finish: (() => void) | undefined;
      const server = await startBatching(
        (items) => new Promise((resolve) => (finish = () => resolve(items.map((credits) => credits * 10)))),
      );
      const first = calls.client.call(held, { credits: 1 });
      await eventually(() => expect(batches).toEqual([[1]]));
      const second = calls.client.call(held, { credits: 2 });
      const list = connectRedis(redis.url, 'list');
      await eventually(async () => expect(await list.llen(requestList('auth', 'gateway'))).toBe(0));
      list.disconnect();
      const closing = server.close();
      finish?.();
      expect((await first).credits).toBe(10);
      await eventually(() => expect(batches).toEqual([[1], [2]]));
      finish?.();
      expect((await second).credits).toBe(20);
      await closing;
    });
  });

  it('a call fails immediately while Redis is down', async () => {
    const own = await startTestRedis();
    const caller = await connectTestCalls(own.url);
    await own.stop();
    await expect(caller.client.call(echo, { text: 'x' })).rejects.toMatchObject({ code: 'unavailable' });
    await own.start();
    await caller.close();
    await own.stop();
  });
});
