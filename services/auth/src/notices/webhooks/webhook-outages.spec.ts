import { authCalls } from '@luit/contracts/auth/messages';
import { billingEvents } from '@luit/contracts/billing/messages';
import { eventQueueName, queuePrefix } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import type { ReceivedWebhook } from '@luit/sandbox/receiver/receiver';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { type SandboxClient, sandboxClient } from '@luit/sandbox/sandbox-client';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { Webhook } from 'standardwebhooks';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';
import { DatabaseClock } from '../../test/database-clock';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Between the attempts, as Standard Webhooks 1.0 recommends. */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR];
/** After the event. */
const ATTEMPTS = WAITS.reduce((times, wait) => [...times, times.at(-1)! + wait], [0]);

/** Weeks of deliveries in the time of the database, to a receiver that listens on a real port. */
describe('receivers that are down', () => {
  let app: AuthTestApp;
  let clock: DatabaseClock;
  let sandbox: RunningSandbox;
  let client: SandboxClient;
  let redis: Redis;
  let events: Queue;
  let userId: string;
  let email: string;
  let endpointId: string;
  let secret: string;
  let startedAt: number;

  beforeAll(async () => {
    [app, sandbox] = await Promise.all([startAuthTestApp(), startSandbox({ mailbox: false })]);
    client = sandboxClient(sandbox);
    clock = await DatabaseClock.start(app);
    redis = connectRedis(app.redis.url, 'test-queues');
    events = new Queue(eventQueueName('auth'), { prefix: queuePrefix(eventQueueName('auth')), connection: redis });
  });
  afterAll(async () => {
    await events.close();
    await closeRedis(redis);
    await Promise.all([clock.close(), sandbox.close()]);
    await app.close();
  });
  beforeEach(async () => {
    ({ id: userId, email } = (await app.confirmed()).user);
    const issued = await app.calls.call(authCalls.createWebhookEndpoint, {
      ...{ userId, url: `${sandbox.url}/receivers/${userId}`, events: ['credits.low'] },
    });
    ({ secret } = issued);
    endpointId = issued.endpoint.id;
    startedAt = clock.now;
  });

  const behave = (behavior: object) => client.control('PUT', `/receivers/${userId}`, behavior);
  const received = async () =>
    ((await client.control('GET', `/receivers/${userId}`)).body as { received: ReceivedWebhook[] }).received;
  const endpoint = async () => (await app.calls.call(authCalls.listWebhookEndpoints, { userId })).endpoints[0]!;
  const deliveries = async () =>
    (await app.calls.call(authCalls.listWebhookDeliveries, { userId, endpointId, limit: 100 })).deliveries;
  /** Has something happen that the endpoint is told about. */
  const publish = async (): Promise<string> => {
    const payload = { userId, noticeId: uuidv7(), available: 4, lastRequestCredits: 18, at: '2026-11-26T10:00:00Z' };
    await events.add(billingEvents.balanceLow.name, { payload }, { jobId: uuidv7() });
    await eventually(async () =>
      expect(await deliveries()).toContainEqual(expect.objectContaining({ subject: payload.noticeId })),
    );
    return (await deliveries())[0]!.id;
  };
  /** Delivers as the worker does. */
  const attempt = async (deliveryId: string): Promise<void> => {
    const { url, headers, body } = (await app.calls.call(authCalls.renderDelivery, { kind: 'webhook', deliveryId }))!;
    const response = await fetch(url, { method: 'POST', headers, body });
    const { status } = response;
    const outcome = {
      deliveryId,
      status,
      durationMs: 1,
      error: null,
      response: await response.text(),
      retryAfterSeconds: null,
    };
    await app.calls.call(authCalls.recordDelivery, { kind: 'webhook', ...outcome });
  };
  /** Puts the clock forward to each attempt that is due by then, and makes it. Returns their times after the beginning. */
  const runUntil = async (end: number): Promise<number[]> => {
    const times: number[] = [];
    for (;;) {
      const waiting = (await deliveries()).flatMap(({ id, attempts, nextAttemptAt }) => {
        return nextAttemptAt === null ? [] : [{ id, at: attempts === 0 ? clock.now : Date.parse(nextAttemptAt) }];
      });
      const [next] = waiting.sort((one, other) => one.at - other.at);
      if (!next || next.at > startedAt + end) break;
      await clock.advanceTo(next.at);
      await attempt(next.id);
      times.push(clock.now - startedAt);
    }
    await clock.advanceTo(startedAt + end);
    return times;
  };

  it('an event arrives after a day without its receiver, at the next time of the schedule, with its id and a valid signature', async () => {
    await behave({ status: 503 });
    const id = await publish();
    const during = await runUntil(DAY);
    expect(during).toEqual(ATTEMPTS.slice(0, 7));
    expect(await endpoint()).toMatchObject({ off: null, failingSince: new Date(startedAt).toISOString() });
    await behave({});
    expect(await runUntil(2 * DAY)).toEqual([ATTEMPTS[7]]);
    expect(await deliveries()).toMatchObject([{ id, state: 'delivered', attempts: 8 }]);
    expect(await endpoint()).toMatchObject({ off: null, failingSince: null, lastError: null });

    const webhooks = await received();
    expect(webhooks).toHaveLength(8);
    expect(new Set(webhooks.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
    const messages = webhooks.map(({ body, headers }) =>
      new Webhook(secret).verify(body, headers as Record<string, string>),
    );
    expect(messages).toEqual(messages.map(() => JSON.parse(webhooks[0]!.body) as unknown));
  });

  it('an endpoint without a success for five days is switched off at the next failure, and its owner is mailed once', async () => {
    await behave({ status: 503 });
    await publish();
    expect(await runUntil(4 * DAY)).toEqual(ATTEMPTS);
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 8 }]);
    await publish();
    expect(await runUntil(4.5 * DAY)).toEqual(ATTEMPTS.slice(0, 6).map((time) => 4 * DAY + time));
    await publish();
    await runUntil(5 * DAY);
    expect(await endpoint()).toMatchObject({ off: null, failingSince: new Date(startedAt).toISOString() });
    expect(await app.mailsTo(email)).not.toContain('webhook_endpoint_off');

    const last = await runUntil(7 * DAY);
    expect(last).toEqual([4.5 * DAY + ATTEMPTS[6]!]);
    const off = { reason: 'failing', at: new Date(startedAt + last[0]!).toISOString() };
    expect((await endpoint()).off).toEqual(off);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    expect((await app.mailsTo(email)).filter((kind) => kind === 'webhook_endpoint_off')).toHaveLength(1);
  });

  it('an endpoint with one success within five days stays on', async () => {
    await behave({ status: 503 });
    await publish();
    await runUntil(4 * DAY);
    await behave({});
    await publish();
    await runUntil(4.5 * DAY);
    await behave({ status: 503 });
    await publish();
    expect(await runUntil(7 * DAY)).toEqual(ATTEMPTS.map((time) => 4.5 * DAY + time));
    expect(await endpoint()).toMatchObject({ off: null, failingSince: new Date(startedAt + 4.5 * DAY).toISOString() });
  });
});
