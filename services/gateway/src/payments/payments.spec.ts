import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { PaymentOrder } from '@luit/contracts/billing/orders';
import type { CreditPack } from '@luit/contracts/billing/packs';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { randomBytes } from 'node:crypto';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp, userOf } from '../test/gateway-test-app';
import { newUser } from '../test/test-tokens';

const ORDER: PaymentOrder & { packName: string; credits: number } = {
  keyId: 'rzp_test_sandbox',
  razorpayOrderId: 'order_1',
  orderId: '01a1fd85-fe9c-7e7a-b13e-aa521e004a94',
  amount: 9_900,
  currency: 'INR',
  description: 'Credit Pack - Starter Pack',
  prefill: { name: 'Asha', email: 'asha@example.com' },
  checkoutScriptUrl: 'https://checkout.example/v1/checkout.js',
  packName: 'Starter Pack',
  credits: 100,
};

describe('credits, payments and what vendors report', () => {
  let gateway: GatewayTestApp;
  const balance = { credits: 50, available: 50, held: 0 };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.getUser, ({ userId }) => userOf({ ...gateway.user, id: userId }));
    gateway.services.answer(billingCalls.createOrder, () => ORDER);
    gateway.services.answer(billingCalls.listPacks, () => ({ creditPacks: [] }));
    gateway.services.answer(generationCalls.listPlans, () => ({
      plans: [],
      models: [],
      restorePlans: [],
      colorRestorationRefusal: null,
    }));
  });
  afterAll(() => gateway.close());

  const post = (path: string, body: object, who = gateway.user) =>
    request(gateway.url).post(path).set(gateway.bearer(who)).send(body);

  it('PAY-01, SRV-04: orders a pack for whom the token speaks for; a price in the body changes nothing', async () => {
    const answer = await post('/api/payments/order', { planId: 'starter', price: 1, amount: 1, userId: 'x' })
      .set('Idempotency-Key', 'intent-1')
      .expect(200);
    const { packName: _name, credits: _credits, ...shown } = ORDER;
    expect(answer.body).toEqual({ success: true, ...shown });
    const { id: userId, email } = gateway.user;
    expect(gateway.services.received(billingCalls.createOrder)).toEqual([
      { buyer: { userId, email, name: 'Asha' }, packId: 'starter', idempotencyKey: 'intent-1' },
    ]);
  });

  it('PAY-03: an unknown pack is 400 with the text of the spec', async () => {
    gateway.services.answer(billingCalls.createOrder, () => {
      throw new LuitError('invalid_pack', 'Invalid pack ID');
    });
    const answer = await post('/api/payments/order', { planId: 'nope' }, newUser()).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid_pack', message: 'Invalid pack ID' });
    expect((await post('/api/payments/order', {}, newUser()).expect(400)).body).toMatchObject({
      message: 'Invalid pack ID',
    });
    gateway.services.answer(billingCalls.createOrder, () => ORDER);
  });

  it('SRV-18: 20 orders a minute; the same intent again costs nothing', async () => {
    const buyer = newUser();
    const order = (key: string) =>
      post('/api/payments/order', { planId: 'starter' }, buyer).set('Idempotency-Key', key);
    for (let i = 0; i < 20; i += 1) await order(`intent-${i}`).expect(200);
    const refused = await order('intent-20').expect(429);
    expect(refused.body).toMatchObject({ code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const repeated = await Promise.all(Array.from({ length: 50 }, () => order('intent-3')));
    expect(new Set(repeated.map((answer) => answer.status))).toEqual(new Set([200]));
  });

  it('PAY-09: verifies without a token', async () => {
    const verification = { transactionId: 't', requestId: null, jobId: null };
    gateway.services.answer(billingCalls.verifyPayment, () => verification);
    const paid = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'f00' };
    const answer = await request(gateway.url).post('/api/payments/verify').send(paid).expect(200);
    expect(answer.body).toEqual({ success: true, ...verification });
    await request(gateway.url)
      .post('/api/payments/verify')
      .send({ ...paid, razorpay_signature: 7 })
      .expect(400);
  });

  it('refunds a purchase of whom the token speaks for, by the key of the intent', async () => {
    const receipt = { refundId: 'r', amountPaise: 4_950, credits: 50 };
    gateway.services.answer(billingCalls.refundPurchase, () => receipt);
    const answer = await post('/api/payments/t-1/refund', { userId: 'x' }).set('Idempotency-Key', 'k-1').expect(200);
    expect(answer.body).toEqual({ success: true, ...receipt });
    expect(gateway.services.received(billingCalls.refundPurchase)).toEqual([
      { userId: gateway.user.id, transactionId: 't-1', idempotencyKey: 'k-1' },
    ]);
    gateway.services.answer(billingCalls.refundPurchase, () => {
      throw new LuitError('not_refundable', 'Too old', { details: { reason: 'too_old' } });
    });
    const refused = await post('/api/payments/t-1/refund', {}).expect(409);
    expect(refused.body).toMatchObject({ code: 'not_refundable', details: { reason: 'too_old' } });
    await request(gateway.url).post('/api/payments/t-1/refund').expect(401);
  });

  it('CR-16, PRC-08: lists prices without a token', async () => {
    const pack: CreditPack = {
      id: 'starter',
      name: 'Starter Pack',
      credits: 100,
      price: 99,
      popular: false,
      description: '',
      savings: 0,
    };
    gateway.services.answer(billingCalls.listPacks, () => ({ creditPacks: [pack] }));
    gateway.services.answer(generationCalls.listPlans, () => ({
      plans: [],
      models: [],
      restorePlans: [],
      colorRestorationRefusal: null,
    }));
    const answer = await request(gateway.url).get('/api/credits/pricing').expect(200);
    const pricing = {
      creditPacks: [pack],
      videoPlans: [],
      restorePlans: [],
      colorRestorationRefusal: null,
      models: [],
      currency: 'INR',
    };
    const message = 'Prices in rupees, tax included';
    expect(answer.body).toEqual({ success: true, message, ...pricing, data: pricing });
  });

  it('CR-15, CR-17, G-26: checks and deducts whole positive credits alone', async () => {
    const check = { sufficient: false, required: 60, balance: 50, available: 50, held: 0, shortfall: 10 };
    gateway.services.answer(billingCalls.checkCredits, () => check);
    expect((await post('/api/credits/check', { requiredCredits: 60 }).expect(200)).body).toMatchObject({ data: check });
    gateway.services.answer(billingCalls.deductCredits, () => ({ transactionId: 't', balance }));
    const deducted = await post('/api/credits/deduct', { credits: 5 }).expect(200);
    expect(deducted.body).toMatchObject({ success: true, message: expect.any(String), data: { transactionId: 't' } });
    expect(gateway.services.received(billingCalls.deductCredits)).toEqual([
      { userId: gateway.user.id, credits: 5, reason: 'video_generation', idempotencyKey: expect.any(String) },
    ]);
  });

  it.each([
    ...[
      '0',
      '-1',
      '0.1',
      '1e308',
      '1e999',
      '9007199254740992',
      'null',
      '"NaN"',
      '"1e3"',
      '"18"',
      '"१८"',
      '"۱۸"',
      '[5]',
    ],
    ...['{}', 'true', '-0'],
  ])('SRV-04: refuses %s as a number of credits, and asks billing nothing', async (text) => {
    gateway.services.received(billingCalls.deductCredits);
    gateway.services.received(billingCalls.checkCredits);
    for (const [path, field] of [
      ['deduct', 'credits'],
      ['check', 'requiredCredits'],
    ]) {
      const answer = await request(gateway.url)
        .post(`/api/credits/${path}`)
        .set(gateway.bearer())
        .set('content-type', 'application/json')
        .send(`{"${field}": ${text}}`)
        .expect(400);
      expect(answer.body).toMatchObject({ code: 'validation_failed', details: { [field ?? '']: expect.any(String) } });
    }
    expect(gateway.services.received(billingCalls.deductCredits)).toEqual([]);
    expect(gateway.services.received(billingCalls.checkCredits)).toEqual([]);
  });

  it.each(['0', '-1', '1e308', '"1e3"', '0.1', '9007199254740992', '"१०"', 'null', '{}'])(
    'SRV-04: a price, amount or credits of %s in an order changes nothing',
    async (text) => {
      gateway.services.received(billingCalls.createOrder);
      const buyer = newUser();
      const body = `{"planId": "starter", "price": ${text}, "amount": ${text}, "credits": ${text}, "notes": {"a": ${text}}}`;
      const answer = await request(gateway.url)
        .post('/api/payments/order')
        .set(gateway.bearer(buyer))
        .set('content-type', 'application/json')
        .send(body)
        .expect(200);
      expect(answer.body).toMatchObject({ amount: 9_900 });
      expect(gateway.services.received(billingCalls.createOrder)).toEqual([
        {
          buyer: { userId: buyer.id, email: gateway.user.email, name: 'Asha' },
          packId: 'starter',
          idempotencyKey: null,
        },
      ]);
    },
  );

  it.each(['"5"', '5.5', '1e308', '9007199254740992', '"1e3"', '"५"', '[5]', '-1e999'])(
    'refuses a video of %s seconds',
    async (duration) => {
      const answer = await request(gateway.url)
        .post('/api/payments/order')
        .set(gateway.bearer(newUser()))
        .set('content-type', 'application/json')
        .send(`{"planId": "5s-480p", "prompt": "rain", "duration": ${duration}}`)
        .expect(400);
      expect(answer.body).toMatchObject({ code: 'validation_failed' });
    },
  );

  it('CR-14: lists 50 transactions from the newest on, unless told otherwise', async () => {
    gateway.services.answer(billingCalls.listTransactions, () => ({ transactions: [], total: 7 }));
    const list = (query: string) => request(gateway.url).get(`/api/credits/transactions${query}`).set(gateway.bearer());
    const answer = await list('').expect(200);
    expect(answer.body).toMatchObject({ success: true, transactions: [], data: { transactions: [], total: 7 } });
    await list('?limit=10&offset=20').expect(200);
    const userId = gateway.user.id;
    expect(gateway.services.received(billingCalls.listTransactions)).toEqual([
      { userId, limit: 50, offset: 0 },
      { userId, limit: 10, offset: 20 },
    ]);
    for (const query of ['?limit=-1', '?limit=0', '?limit=201', '?limit=ten', '?offset=-1', '?offset=1.5']) {
      await list(query).expect(400);
    }
    await request(gateway.url).get('/api/credits/transactions').expect(401);
  });

  it('CR-20: nobody deducts without a session', async () => {
    const answer = await request(gateway.url).post('/api/credits/deduct').send({ credits: 5 }).expect(401);
    expect(answer.body).toMatchObject({ success: false, message: 'No active session' });
    expect(gateway.services.received(billingCalls.deductCredits)).toEqual([]);
  });

  describe('webhooks', () => {
    const razorpay = (body: Buffer | string, headers: Record<string, string>) =>
      request(gateway.url)
        .post('/api/webhooks/razorpay')
        .set('content-type', 'application/json')
        .set(headers)
        .send(body);

    it('SRV-11: hands on the bytes as they came, and answers a duplicate like the first', async () => {
      gateway.services.answer(billingCalls.receiveWebhook, () => ({ isDuplicate: true }));
      const body = '{ "event" :\n"payment.captured", "n": 1.0, "t": "\\u20b9" }';
      await razorpay(body, { 'x-razorpay-signature': 'f00', 'x-razorpay-event-id': 'evt_1' }).expect(200);
      const [asked] = gateway.services.received(billingCalls.receiveWebhook);
      expect(asked).toMatchObject({ signature: 'f00', eventId: 'evt_1' });
      expect(Buffer.from(asked?.rawBody ?? '', 'base64').toString()).toBe(body);
    });

    it('refuses what is unsigned or signed wrongly with 400', async () => {
      await razorpay('{}', {}).expect(400);
      gateway.services.answer(billingCalls.receiveWebhook, () => {
        throw new LuitError('invalid_signature', 'The signature does not fit.');
      });
      const answer = await razorpay('{}', { 'x-razorpay-signature': 'bad' }).expect(400);
      expect(answer.body).toMatchObject({ code: 'invalid_signature' });
    });

    it('takes bytes that are no JSON up to 2 MB, and refuses more', async () => {
      gateway.services.answer(generationCalls.receiveProviderEvent, () => ({}));
      const send = (bytes: Buffer) =>
        request(gateway.url)
          .post('/api/webhooks/providers/replicate/token-1')
          .set({ 'content-type': 'application/octet-stream', 'webhook-id': 'msg_1', cookie: 'a=b', authorization: 'x' })
          .send(bytes);
      const bytes = randomBytes(1_500_000);
      await send(bytes).expect(200);
      const [asked] = gateway.services.received(generationCalls.receiveProviderEvent);
      expect(asked).toMatchObject({ provider: 'replicate', token: 'token-1', headers: { 'webhook-id': 'msg_1' } });
      expect(Object.keys(asked?.headers ?? {})).not.toContain('cookie');
      expect(Object.keys(asked?.headers ?? {})).not.toContain('authorization');
      expect(Buffer.from(asked?.rawBody ?? '', 'base64').equals(bytes)).toBe(true);
      await send(randomBytes(2 * 1024 * 1024 + 1)).expect(413);
    });
  });
});
