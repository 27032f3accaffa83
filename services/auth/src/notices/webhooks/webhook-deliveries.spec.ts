import { deliveryJobs } from '@luit/contracts/auth/deliveries';
import { authCalls } from '@luit/contracts/auth/messages';
import { testAccountOf } from '@luit/contracts/auth/test-accounts';
import type { WebhookEvent } from '@luit/contracts/auth/webhook-limits';
import type { WebhookDelivery } from '@luit/contracts/auth/webhooks';
import { billingEvents } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { RequestChanged, RequestRecord } from '@luit/contracts/generation/requests';
import { eventQueueName, queuePrefix } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { Webhook } from 'standardwebhooks';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, startAuthTestApp } from '../../test/auth-test-app';

const ALL: WebhookEvent[] = ['video.queued', 'video.in_progress', 'video.completed', 'video.failed', 'video.canceled'];

describe('webhook deliveries', () => {
  let app: AuthTestApp;
  let redis: Redis;
  let events: Queue;
  let userId: string;
  let email: string;

  beforeAll(async () => {
    app = await startAuthTestApp();
    redis = new Redis(app.redis.url, { maxRetriesPerRequest: null });
    events = new Queue(eventQueueName('auth'), { prefix: queuePrefix(eventQueueName('auth')), connection: redis });
  });
  afterAll(async () => {
    await events.close();
    redis.disconnect();
    await app.close();
  });
  beforeEach(async () => {
    ({ id: userId, email } = (await app.confirmed()).user);
  });

  const create = (wanted: WebhookEvent[] = ALL) =>
    app.calls.call(authCalls.createWebhookEndpoint, { userId, url: 'https://example.com/hooks', events: wanted });
  const requestOf = (changes: Partial<RequestRecord> = {}): RequestRecord => ({
    id: uuidv7(),
    userId,
    type: 'video',
    status: 'processing',
    jobStatus: 'pending',
    canceled: false,
    progress: 25,
    sequence: 1,
    outputKey: null,
    posterKey: null,
    imageKey: null,
    lastImageKey: null,
    referenceKeys: [],
    lateOutputKey: null,
    prompt: 'A boat',
    planId: '5s-480p',
    model: 'seedance',
    duration: 5,
    resolution: '480p',
    restore: null,
    options: null,
    remixOf: null,
    metadata: {},
    takedown: null,
    set: null,
    credits: 18,
    queuePosition: null,
    etaSeconds: null,
    isLongerThanUsual: false,
    error: null,
    retryOf: null,
    apiKeyId: null,
    createdAt: '2026-11-26T10:00:00.000Z',
    completedAt: null,
    money: { state: 'held', credits: 18 },
    ...changes,
  });
  /** Publishes changes as generation does, each after the one before it was handled: the service handles several at a time. */
  const publish = async (...requests: RequestRecord[]): Promise<void> => {
    for (const request of requests) {
      const payload: RequestChanged = { request };
      await events.add(generationEvents.requestChanged.name, { payload }, { jobId: uuidv7() });
      await eventually(async () => expect(await events.getJobCountByTypes('waiting', 'active', 'delayed')).toBe(0));
    }
  };
  const list = async (endpointId: string, page: { limit?: number; cursor?: string } = {}) =>
    app.calls.call(authCalls.listWebhookDeliveries, { userId, endpointId, limit: 100, ...page });
  const only = async (endpointId: string): Promise<WebhookDelivery> => {
    const { deliveries } = await list(endpointId);
    expect(deliveries).toHaveLength(1);
    return deliveries[0]!;
  };
  const find = async (endpointId: string) =>
    (await app.calls.call(authCalls.listWebhookEndpoints, { userId })).endpoints.find(({ id }) => id === endpointId)!;
  const render = (deliveryId: string) => app.calls.call(authCalls.renderDelivery, { kind: 'webhook', deliveryId });
  const record = (deliveryId: string, status: number | null, response = '') =>
    app.calls.call(authCalls.recordDelivery, {
      ...{ kind: 'webhook', deliveryId, status, durationMs: 12, response, retryAfterSeconds: null },
      error: status === null ? 'connect ECONNREFUSED' : null,
    });
  const enqueued = async (deliveryId: string) =>
    app.rows(`SELECT FROM outbox WHERE name = '${deliveryJobs.webhook.name}' AND payload ->> 'id' = $1`, [deliveryId]);

  it('a change is delivered to each endpoint that wants it, once, as the video of the public API', async () => {
    const [every, some] = [await create(), await create(['video.completed'])];
    const request = requestOf();
    const running = { ...request, jobStatus: 'running' as const, progress: 50, sequence: 3 };
    const completedAt = '2026-11-26T10:01:00.500Z';
    const completed = { ...request, jobStatus: 'succeeded' as const, progress: 100, sequence: 4, completedAt };
    await publish(request, running, running, completed, completed);
    const bodies = (await list(every.endpoint.id)).deliveries.map(({ body }) => JSON.parse(body) as { type: string });
    expect(bodies.map(({ type }) => type)).toEqual(['video.completed', 'video.in_progress', 'video.queued']);
    expect(bodies[0]).toEqual({
      type: 'video.completed',
      timestamp: completedAt,
      data: {
        ...{ id: request.id, object: 'video', status: 'completed', progress: 100, prompt: 'A boat' },
        ...{ model: 'seedance', seconds: '5', size: '854x480', expires_at: null, error: null },
        ...{ created_at: 1_795_687_200, completed_at: 1_795_687_260, remixed_from_video_id: null },
        luit: {
          ...{ credits: 18, money: 'held', queue_position: null, eta_seconds: null, canceled: false },
          ...{ api_key_id: null, seed: null, metadata: {}, sequence: 4, taken_down: false, set: null, test: false },
        },
      },
    });
    const { id, ...delivery } = await only(some.endpoint.id);
    expect(delivery).toMatchObject({ type: 'video.completed', subject: request.id, state: 'waiting', attempts: 0 });
    expect(await enqueued(id)).toHaveLength(1);
  });

  it('failures, cancellations and restorations have their own events', async () => {
    const { endpoint } = await create([...ALL, 'restoration.completed']);
    const error = { code: 'provider_failed', message: 'It failed' };
    await publish(requestOf({ jobStatus: 'failed', error }));
    await publish(requestOf({ jobStatus: 'canceled', canceled: true }));
    const restore = { quality: 'standard', enhancement: 'standard', colorRestoration: false } as const;
    await publish(requestOf({ type: 'restore', jobStatus: 'succeeded', duration: null, restore }));
    const bodies = (await list(endpoint.id)).deliveries.map(({ body }) => JSON.parse(body) as object);
    expect(bodies).toMatchObject([
      { type: 'restoration.completed', data: { object: 'restoration', status: 'completed' } },
      { type: 'video.canceled', data: { status: 'failed', error: { code: 'canceled' }, luit: { canceled: true } } },
      { type: 'video.failed', data: { status: 'failed', error } },
    ]);
  });

  /** Publishes a notice of billing twice under different ids, as after a flush of Redis. */
  const notify = async (event: { name: string }, payload: object): Promise<void> => {
    for (const jobId of [uuidv7(), uuidv7()]) await events.add(event.name, { payload }, { jobId });
    await eventually(async () => expect(await events.getJobCountByTypes('waiting', 'active', 'delayed')).toBe(0));
  };

  it('a low balance is delivered once for each notice, in credits, to the endpoints that want it', async () => {
    const [{ endpoint }, other] = [await create(['credits.low']), await create()];
    const low = { userId, available: 4, lastRequestCredits: 18, at: '2026-11-26T10:00:00.5+00:00' };
    await notify(billingEvents.balanceLow, { ...low, noticeId: uuidv7() });
    const { id, body, subject } = await only(endpoint.id);
    expect(JSON.parse(body)).toEqual({
      type: 'credits.low',
      timestamp: '2026-11-26T10:00:00.500Z',
      data: { object: 'balance', available: 4, last_request_credits: 18 },
    });
    expect((await render(id))?.headers['webhook-id']).toBe(id);
    expect(await enqueued(id)).toHaveLength(1);
    await notify(billingEvents.balanceLow, { ...low, noticeId: subject });
    await only(endpoint.id);
    await notify(billingEvents.balanceLow, { ...low, noticeId: uuidv7() });
    expect((await list(endpoint.id)).deliveries).toHaveLength(2);
    expect((await list(other.endpoint.id)).deliveries).toEqual([]);
  });

  it('an exhausted budget is delivered once for each notice, with the name of the key and without its secret', async () => {
    const { endpoint } = await create(['key.budget_exhausted']);
    const issued = await app.calls.call(authCalls.createApiKey, {
      ...{ userId, name: 'Shop', mode: 'live', scopes: ['videos:write'] },
    });
    const used = { usedThisMonth: 18, used: 40, monthlyCredits: 20, totalCredits: null };
    const budget = { keyId: issued.apiKey.id, ...used, resetsAt: '2026-11-30T18:30:00+00:00' };
    const notice = { userId, noticeId: uuidv7(), at: '2026-11-26T10:00:00+00:00', period: 'month', budget };
    await notify(billingEvents.apiKeyBudgetExhausted, notice);
    const { body } = await only(endpoint.id);
    expect(JSON.parse(body)).toEqual({
      type: 'key.budget_exhausted',
      timestamp: '2026-11-26T10:00:00.000Z',
      data: {
        ...{ id: budget.keyId, object: 'api_key', name: 'Shop', test: false, period: 'month' },
        budget: {
          ...{ monthly_credits: 20, total_credits: null, used_this_month: 18, used: 40 },
          resets_at: '2026-11-30T18:30:00.000Z',
        },
      },
    });
    await notify(billingEvents.apiKeyBudgetExhausted, { ...notice, noticeId: uuidv7() });
    expect((await list(endpoint.id)).deliveries).toHaveLength(2);
    const stranger = { ...notice, noticeId: uuidv7(), budget: { ...budget, keyId: uuidv7() } };
    await notify(billingEvents.apiKeyBudgetExhausted, stranger);
    expect((await list(endpoint.id)).deliveries).toHaveLength(2);
  });

  it('a deprecated model is delivered once to each endpoint that wants it, whoever owns it', async () => {
    const { endpoint } = await create(['model.deprecated']);
    const other = await create();
    userId = (await app.confirmed()).user.id;
    const stranger = await create(['model.deprecated', 'credits.low']);
    const notice = {
      ...{ noticeId: uuidv7(), id: 'old-model', name: 'Old', replacement: 'new-model' },
      ...{ since: '2026-11-29T10:00:00.000Z', endsAt: '2027-01-12' },
    };
    await notify(generationEvents.modelDeprecated, notice);
    const { id, body } = await only(stranger.endpoint.id);
    expect(JSON.parse(body)).toEqual({
      type: 'model.deprecated',
      timestamp: expect.any(String) as string,
      data: {
        ...{ id: 'old-model', object: 'model', name: 'Old', replacement: 'new-model' },
        ...{ deprecated_at: '2026-11-29T10:00:00.000Z', ends_at: '2027-01-12T18:30:00.000Z' },
      },
    });
    expect(await enqueued(id)).toHaveLength(1);
    const delivered = await app.rows<{ endpoint: string }>(
      `SELECT endpoint_id AS endpoint FROM webhook_deliveries WHERE subject = $1`,
      [notice.noticeId],
    );
    expect(delivered.map((row) => row.endpoint).sort()).toEqual([endpoint.id, stranger.endpoint.id].sort());
    expect(delivered.map((row) => row.endpoint)).not.toContain(other.endpoint.id);
  });

  it('the endpoints of a user are told about the requests and budgets of their test keys, marked as tests', async () => {
    const { endpoint } = await create([...ALL, 'key.budget_exhausted']);
    const accountId = testAccountOf(userId);
    const request = requestOf({ userId: accountId, jobStatus: 'succeeded', completedAt: '2026-11-26T10:01:00.000Z' });
    await publish(request);
    const issued = await app.calls.call(authCalls.createApiKey, {
      ...{ userId, name: 'Trial', mode: 'test', scopes: ['videos:write'] },
    });
    const limits = { monthlyCredits: null, totalCredits: 20, usedThisMonth: 18, used: 18 };
    await notify(billingEvents.apiKeyBudgetExhausted, {
      ...{ userId: accountId, noticeId: uuidv7(), at: '2026-11-26T10:00:00+00:00', period: 'total' },
      budget: { keyId: issued.apiKey.id, ...limits, resetsAt: '2026-11-30T18:30:00+00:00' },
    });
    const bodies = (await list(endpoint.id)).deliveries.map(({ body }) => JSON.parse(body) as object);
    expect(bodies).toMatchObject([
      { type: 'key.budget_exhausted', data: { name: 'Trial', test: true } },
      { type: 'video.completed', data: { id: request.id, expires_at: 1_795_773_660, luit: { test: true } } },
    ]);
    const payload = { requestId: request.id, userId: accountId };
    await events.add(generationEvents.requestErased.name, { payload }, { jobId: uuidv7() });
    await eventually(async () => {
      const [, erased] = (await list(endpoint.id)).deliveries.map(({ body }) => JSON.parse(body) as object);
      expect(erased).toMatchObject({ data: { id: request.id, prompt: null } });
    });
  });

  it('what its owner wrote is removed when the request is erased', async () => {
    const { endpoint } = await create();
    const request = requestOf({ metadata: { order: 'diwali-reel' } });
    await publish(request);
    const { id } = await only(endpoint.id);
    await record(id, 500, 'You sent: A boat');
    const payload = { requestId: request.id, userId };
    await events.add(generationEvents.requestErased.name, { payload }, { jobId: uuidv7() });
    await eventually(async () =>
      expect((await only(endpoint.id)).lastAttempt).toMatchObject({ status: 500, response: '' }),
    );
    const { body } = await only(endpoint.id);
    expect(JSON.parse(body)).toMatchObject({ data: { id: request.id, prompt: null, luit: { metadata: {} } } });
    expect(body).not.toContain('diwali-reel');
  });

  it('a receiver verifies the signature with the package, with either secret while they are rotated', async () => {
    const { secret, endpoint } = await create();
    await publish(requestOf());
    const { id, body } = await only(endpoint.id);
    const verify = async (key: string) => {
      const webhook = (await render(id))!;
      expect(webhook).toMatchObject({ targetId: endpoint.id, url: 'https://example.com/hooks', body });
      expect(webhook.headers['webhook-id']).toBe(id);
      return new Webhook(key).verify(webhook.body, webhook.headers);
    };
    expect(await verify(secret)).toEqual(JSON.parse(body));
    const rotated = await app.calls.call(authCalls.rotateWebhookSecret, { userId, endpointId: endpoint.id });
    expect(Date.parse(rotated.endpoint.previousSecretExpiresAt ?? '')).toBeGreaterThan(Date.now() + 86_000_000);
    await verify(rotated.secret);
    await verify(secret);
    await app.rows(`UPDATE webhook_endpoints SET previous_secret_expires_at = now() WHERE id = $1`, [endpoint.id]);
    await expect(verify(secret)).rejects.toThrow('No matching signature');
    await verify(rotated.secret);
    expect((await find(endpoint.id)).previousSecretExpiresAt).toBeNull();
  });

  it('attempts are repeated after the times of the specification, then the delivery has failed', async () => {
    const { endpoint } = await create();
    await publish(requestOf());
    const { id } = await only(endpoint.id);
    const waits: (number | null)[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) waits.push((await record(id, 500, 'oops')).retryInMs);
    const [second, minute, hour] = [1_000, 60_000, 3_600_000];
    expect(waits).toEqual([5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14].map((hours) => hours * hour), null]);
    const failed = await only(endpoint.id);
    expect(failed).toMatchObject({
      ...{ state: 'failed', attempts: 8, nextAttemptAt: null },
      lastAttempt: { status: 500, durationMs: 12, error: 'The endpoint responded with status 500', response: 'oops' },
    });
    expect(await render(id)).toBeNull();
    expect(await record(id, 500)).toEqual({ retryInMs: null });
    expect(await find(endpoint.id)).toMatchObject({ off: null, failingSince: expect.any(String) as string });
  });

  it('a success ends the failures, and a replay starts over with the same id', async () => {
    const { endpoint } = await create();
    await publish(requestOf());
    const { id, body } = await only(endpoint.id);
    const replay = () => app.calls.call(authCalls.replayWebhookDelivery, { userId, deliveryId: id });
    await expect(replay()).rejects.toMatchObject({ code: 'conflict' });
    expect(await record(id, null)).toEqual({ retryInMs: 5_000 });
    expect(await find(endpoint.id)).toMatchObject({ lastError: 'connect ECONNREFUSED' });
    expect(await record(id, 204, 'thanks')).toEqual({ retryInMs: null });
    expect(await only(endpoint.id)).toMatchObject({
      state: 'delivered',
      attempts: 2,
      lastAttempt: { response: 'thanks' },
    });
    expect(await find(endpoint.id)).toMatchObject({
      ...{ lastError: null, failingSince: null },
      deliveredAt: expect.any(String) as string,
    });
    expect(await replay()).toMatchObject({ id, body, state: 'waiting', attempts: 0 });
    expect(await enqueued(id)).toHaveLength(2);
    expect((await render(id))?.headers['webhook-id']).toBe(id);
    const stranger = (await app.confirmed()).user.id;
    await expect(
      app.calls.call(authCalls.replayWebhookDelivery, { userId: stranger, deliveryId: id }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('410 switches the endpoint off at once, ends what waits, and its owner is mailed once', async () => {
    const { endpoint } = await create();
    await publish(requestOf(), requestOf());
    const [first, second] = (await list(endpoint.id)).deliveries.map(({ id }) => id);
    const answers = await Promise.all([record(first!, 410), record(second!, 410)]);
    expect(answers).toEqual([{ retryInMs: null }, { retryInMs: null }]);
    expect((await find(endpoint.id)).off).toMatchObject({ reason: 'gone' });
    expect((await list(endpoint.id)).deliveries.map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect((await app.mailsTo(email)).filter((kind) => kind === 'webhook_endpoint_off')).toHaveLength(1);
    await publish(requestOf());
    expect((await list(endpoint.id)).deliveries).toHaveLength(2);
    const off = { code: 'conflict', message: expect.stringContaining('is off') as string };
    await expect(
      app.calls.call(authCalls.testWebhookEndpoint, { userId, endpointId: endpoint.id }),
    ).rejects.toMatchObject(off);
    await expect(app.calls.call(authCalls.replayWebhookDelivery, { userId, deliveryId: first! })).rejects.toMatchObject(
      off,
    );
    await app.calls.call(authCalls.updateWebhookEndpoint, { userId, endpointId: endpoint.id, isOn: true });
    const replayed = await app.calls.call(authCalls.replayWebhookDelivery, { userId, deliveryId: first! });
    expect(replayed.state).toBe('waiting');
  });

  it('an endpoint that has failed for five days is switched off, and the mail says why', async () => {
    const { endpoint } = await create();
    await publish(requestOf());
    const { id } = await only(endpoint.id);
    await record(id, 503);
    const age = (days: number) =>
      app.rows(`UPDATE webhook_endpoints SET failing_since = now() - $2 * interval '1 hour' WHERE id = $1`, [
        ...[endpoint.id, days * 24 - 1],
      ]);
    await age(5);
    expect(await record(id, 503)).toEqual({ retryInMs: 300_000 });
    expect((await find(endpoint.id)).off).toBeNull();
    await age(6);
    expect(await record(id, 503)).toEqual({ retryInMs: null });
    expect((await find(endpoint.id)).off).toMatchObject({ reason: 'failing' });
    const [mail] = await app.rows<{ id: string }>(
      `SELECT id FROM mails WHERE user_id = $1 AND kind = 'webhook_endpoint_off'`,
      [userId],
    );
    const rendered = await app.calls.call(authCalls.renderMail, { mailId: mail!.id });
    expect(rendered).toMatchObject({ to: email, subject: 'We switched off a webhook endpoint' });
    expect(rendered?.text).toContain('https://example.com has failed for 5 days');
    expect(rendered?.text).toContain('status 503');
    expect(rendered?.text).toContain('https://luit.example/settings/webhooks');
  });

  it('nothing is delivered for a blocked account, and it goes on later', async () => {
    const { endpoint } = await create();
    await publish(requestOf());
    const { id } = await only(endpoint.id);
    await app.rows(`UPDATE users SET status = 'blocked' WHERE id = $1`, [userId]);
    expect(await render(id)).toBeNull();
    await app.rows(`UPDATE users SET status = 'active' WHERE id = $1`, [userId]);
    expect(await render(id)).not.toBeNull();
  });

  it('a test event is queued, and lists have pages', async () => {
    const { endpoint } = await create();
    const test = () => app.calls.call(authCalls.testWebhookEndpoint, { userId, endpointId: endpoint.id });
    const [first, second, third] = [await test(), await test(), await test()];
    expect(JSON.parse(first.body)).toMatchObject({ type: 'webhook.test', data: { endpoint_id: endpoint.id } });
    const page = await list(endpoint.id, { limit: 2 });
    expect(page.deliveries.map(({ id }) => id)).toEqual([third.id, second.id]);
    const rest = await list(endpoint.id, { limit: 2, cursor: page.nextCursor! });
    expect(rest).toMatchObject({ deliveries: [{ id: first.id }], nextCursor: null });
  });
});
