import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import request from 'supertest';
import { recordOf, startGatewayTestApp, type GatewayTestApp, userOf } from '../../test/gateway-test-app';
import { picture } from '../../test/test-images';
import { newUser } from '../../test/test-tokens';
import { RATE_LIMITS } from './rate-limits';

const KEY = { 'idempotency-key': '0c4dbd1e-57b1-4fd3-8b3c-8c3a2a9d9c11' };
const PACK = { planId: 'starter' };
const PROMPT = { prompt: 'a river at dawn', duration: 5, planId: '5s-480p' };

const LIMITS = {
  ...RATE_LIMITS,
  generatePerMinute: 6,
  orderPerMinute: 4,
  uploadPerMinute: 3,
  accountUploadPerMinute: 6,
  predictionPerMinute: 3,
  perAddressFactor: 2,
};

type Counts = Record<number, number>;

/** A limit refills while the requests are on their way. */
const refilledSince = (from: number, perMinute: number) => Math.ceil(((performance.now() - from) / 60_000) * perMinute);

describe('rate limits of requests with an Idempotency-Key', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ limits: LIMITS });
  });
  beforeEach(async () => {
    await gateway.reset();
    const { services } = gateway;
    services.answer(authCalls.getUser, ({ userId }) => userOf({ ...gateway.user, id: userId }));
    services.answer(billingCalls.listPacks, () => ({
      creditPacks: [{ id: 'starter' } as never],
    }));
    services.answer(generationCalls.listPlans, () => ({
      plans: [],
      models: [],
      imageModels: [],
      restorePlans: [],
      retired: [],
      colorRestorationRefusal: null,
    }));
    services.answer(generationCalls.createRequest, ({ userId }) => recordOf(userId));
    services.answer(billingCalls.createOrder, () => ({ razorpayOrderId: 'order_1' }) as never);
  });
  afterAll(() => gateway.close());

  const post = (path: string, body: object, headers: Record<string, string>) =>
    request(gateway.url).post(path).set(headers).send(body);
  /** Counts responses by status. */
  const statuses = async (
    times: number,
    send: (attempt: number) => PromiseLike<{ status: number }>,
  ): Promise<Counts> => {
    const counts: Counts = {};
    for (let attempt = 0; attempt < times; attempt += 1) {
      const { status } = await send(attempt);
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };

  it('40 guest uploads with one key take 40 tokens', async () => {
    const image = await picture('png');
    const upload = () => request(gateway.url).post('/api/uploads').set(KEY).attach('image', image, 'photo.png');
    expect(await statuses(40, upload)).toEqual({ 201: LIMITS.uploadPerMinute, 429: 40 - LIMITS.uploadPerMinute });
  });

  it('the files that an address verifies are limited', async () => {
    const verify = () => request(gateway.url).post('/api/verify').attach('file', Buffer.from('x'), 'a');
    expect(await statuses(10, verify)).toEqual({ 415: LIMITS.uploadPerMinute, 429: 10 - LIMITS.uploadPerMinute });
  });

  it('an account may create as many resumable uploads as requests, and a guest fewer', async () => {
    const create = (headers: Record<string, string>) => () =>
      request(gateway.url).post('/api/uploads/resumable').set(headers).set('Upload-Length', '9');
    expect(await statuses(10, create(gateway.bearer()))).toEqual({ 201: 6, 429: 4 });
    expect(await statuses(10, create({}))).toEqual({ 201: 3, 429: 7 });
  });

  it('predictions with one key take a token each', async () => {
    const predict = () => post('/api/predictions', {}, { ...KEY, ...gateway.bearer() });
    expect(await statuses(10, predict)).toEqual({ 400: 3, 429: 7 });
  });

  it('60 failing generations take a token each, so only a few reach the service', async () => {
    gateway.services.answer(generationCalls.createRequest, () => {
      throw new LuitError('insufficient_credits', 'Insufficient credits');
    });
    const headers = { ...KEY, ...gateway.bearer() };
    const from = performance.now();
    const counts = await statuses(60, () => post('/api/generate', PROMPT, headers));
    const refilled = refilledSince(from, LIMITS.generatePerMinute);
    const reached = gateway.services.received(generationCalls.createRequest).length;
    expect(counts).toEqual({ 402: reached, 429: 60 - reached });
    expect(reached).toBeGreaterThanOrEqual(LIMITS.generatePerMinute);
    expect(reached).toBeLessThanOrEqual(LIMITS.generatePerMinute + refilled);
  });

  it('concurrent requests with one key take a token each until a result is stored', async () => {
    const headers = { ...KEY, ...gateway.bearer() };
    const from = performance.now();
    const answers = await Promise.all(Array.from({ length: 40 }, () => post('/api/generate', PROMPT, headers)));
    const perMinute = 6 * LIMITS.generatePerMinute;
    expect(gateway.services.received(generationCalls.createRequest).length).toBeLessThanOrEqual(
      perMinute + refilledSince(from, perMinute),
    );
    expect(answers.filter(({ status }) => status === 202).length).toBeGreaterThanOrEqual(6);
  });

  it('repeats of a stored result are free within a separate limit', async () => {
    const headers = { ...KEY, ...gateway.bearer() };
    expect(await statuses(20, () => post('/api/payments/order', PACK, headers))).toEqual({ 200: 20 });
    const others = await statuses(10, (n) =>
      post('/api/payments/order', PACK, { ...gateway.bearer(), 'idempotency-key': `k-${n}` }),
    );
    expect(others).toEqual({ 200: LIMITS.orderPerMinute - 1, 429: 10 - LIMITS.orderPerMinute + 1 });
    const flood = await statuses(60, () => post('/api/payments/order', PACK, headers));
    expect(flood[429]).toBeGreaterThan(30);
  });

  it('a stored result is free only for the same user, route and body', async () => {
    const spend = (path: string, body: object, who = gateway.user) =>
      post(path, body, { ...KEY, ...gateway.bearer(who) });
    await spend('/api/generate', PROMPT).expect(202);
    expect(await statuses(10, (n) => spend('/api/generate', { ...PROMPT, prompt: `another ${n}` }))).toEqual({
      202: LIMITS.generatePerMinute - 1,
      429: 10 - LIMITS.generatePerMinute + 1,
    });
    await spend('/api/generate', PROMPT).expect(202);
    await spend('/api/requests/01a1fd85-fe9c-7e7a-b13e-aa521e004a94/retry', PROMPT).expect(429);
    await spend('/api/generate', PROMPT, newUser()).expect(202);
  });

  it('all accounts at one address share a larger limit', async () => {
    const counts = await statuses(20, () => post('/api/generate', PROMPT, gateway.bearer(newUser())));
    expect(counts).toEqual({ 202: 12, 429: 8 });
  });

  it.each([
    ['/api/credits/deduct', { credits: 1 }],
    ['/api/payments/01a1fd85-fe9c-7e7a-b13e-aa521e004a94/refund', {}],
    ['/api/auth/account/export', {}],
    ['/api/auth/account/export/download', { token: 'guessed' }],
    ['/api/payments/verify', { razorpay_order_id: 'o', razorpay_payment_id: 'p', razorpay_signature: 's' }],
    ['/api/contact', { name: 'R', email: 'r@example.com', subject: 'billing', message: 'Hello' }],
  ])('100 failing requests to %s with one key are limited', async (path, body) => {
    gateway.services.answerOthers(() => {
      throw new LuitError('conflict', 'No');
    });
    const counts = await statuses(100, () => post(path, body, { ...KEY, ...gateway.bearer() }));
    // The budget refills while the requests are on their way.
    expect(counts[429]).toBeGreaterThan(20);
    expect((counts[409] ?? 0) + (counts[429] ?? 0)).toBe(100);
  });
});
