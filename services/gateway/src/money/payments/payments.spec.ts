import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { PaymentOrder } from '@luit/contracts/billing/orders';
import type { CreditPack } from '@luit/contracts/billing/packs';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { DEFAULT_OUTPUT_LABEL } from '@luit/contracts/generation/output-label';
import { randomBytes } from 'node:crypto';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp, userOf } from '../../test/gateway-test-app';
import { spendAllowance } from '../../test/spend-allowance';
import { newUser } from '../../test/test-tokens';

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

describe('credits, payments and webhooks', () => {
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
      imageModels: [],
      restorePlans: [],
      retired: [],
      colorRestorationRefusal: null,
    }));
  });
  afterAll(() => gateway.close());

  const post = (path: string, body: object, who = gateway.user) =>
    request(gateway.url).post(path).set(gateway.bearer(who)).send(body);

  it('a pack is ordered for the authenticated user, and a price in the body is ignored [PAY-01, SRV-04]', async () => {
    const answer = await post('/api/payments/order', { planId: 'starter', price: 1, amount: 1, userId: 'x' })
      .set('Idempotency-Key', 'intent-1')
      .expect(200);
    const { packName: _name, credits: _credits, ...order } = ORDER;
    expect(answer.body).toEqual({ success: true, ...order });
    const { id: userId, email } = gateway.user;
    expect(gateway.services.received(billingCalls.createOrder)).toEqual([
      { buyer: { userId, email, name: 'Asha' }, packId: 'starter', idempotencyKey: 'intent-1' },
    ]);
  });

  it('an unknown pack is answered with 400 and the specified message [PAY-03]', async () => {
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

  it('20 orders per minute are allowed, and repeats are free [SRV-18]', async () => {
    const buyer = newUser();
    const order = (key: string) =>
      post('/api/payments/order', { planId: 'starter' }, buyer).set('Idempotency-Key', key);
    const refused = await spendAllowance({ size: 20, windowMs: 60_000 }, (n) => order(`intent-${n}`));
    expect(refused.body).toMatchObject({ code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const repeated = await Promise.all(Array.from({ length: 50 }, () => order('intent-3')));
    expect(new Set(repeated.map((answer) => answer.status))).toEqual(new Set([200]));
  });

  it('a payment is verified without a token [PAY-09]', async () => {
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

  it('the authenticated user refunds a purchase with an idempotency key', async () => {
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

  it('prices are listed without a token [CR-16, PRC-08]', async () => {
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
      imageModels: [],
      restorePlans: [],
      retired: [],
      colorRestorationRefusal: null,
    }));
    gateway.services.answer(generationCalls.getOutputLabel, () => DEFAULT_OUTPUT_LABEL);
    const answer = await request(gateway.url).get('/api/credits/pricing').expect(200);
    const pricing = {
      creditPacks: [pack],
      videoPlans: [],
      imageModels: [],
      restorePlans: [],
      retired: [],
      colorRestorationRefusal: null,
      models: [],
      currency: 'INR',
      label: { text: 'AI-generated', corner: 'bottom-right' },
    };
    const message = 'Prices in rupees, tax included';
    expect(answer.body).toEqual({ success: true, message, ...pricing, data: pricing });
  });

  it('whole positive credits are checked and deducted [CR-15, CR-17, G-26]', async () => {
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
  ])('%s is rejected as a number of credits without calling billing [SRV-04]', async (text) => {
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
    'a price, amount or credits of %s in an order is ignored [SRV-04]',
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
    'a duration of %s is rejected',
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

  it('50 transactions are listed by default, newest first [CR-14]', async () => {
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

  it('a deduction needs a session [CR-20]', async () => {
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

    it('raw bytes are forwarded, and a duplicate is answered like the first delivery [SRV-11]', async () => {
      gateway.services.answer(billingCalls.receiveWebhook, () => ({ isDuplicate: true }));
      const body = '{ "event" :\n"payment.captured", "n": 1.0, "t": "\\u20b9" }';
      await razorpay(body, { 'x-razorpay-signature': 'f00', 'x-razorpay-event-id': 'evt_1' }).expect(200);
      const [forwarded] = gateway.services.received(billingCalls.receiveWebhook);
      expect(forwarded).toMatchObject({ signature: 'f00', eventId: 'evt_1' });
      expect(Buffer.from(forwarded?.rawBody ?? '', 'base64').toString()).toBe(body);
    });

    it('missing and invalid signatures are answered with 400', async () => {
      await razorpay('{}', {}).expect(400);
      gateway.services.answer(billingCalls.receiveWebhook, () => {
        throw new LuitError('invalid_signature', 'The signature does not match.');
      });
      const answer = await razorpay('{}', { 'x-razorpay-signature': 'bad' }).expect(400);
      expect(answer.body).toMatchObject({ code: 'invalid_signature' });
    });

    it('binary bodies of up to 512 kB are accepted', async () => {
      gateway.services.answer(generationCalls.receiveProviderEvent, () => ({}));
      const send = (bytes: Buffer) =>
        request(gateway.url)
          .post('/api/webhooks/providers/replicate/token-1')
          .set({ 'content-type': 'application/octet-stream', 'webhook-id': 'msg_1', cookie: 'a=b', authorization: 'x' })
          .send(bytes);
      const bytes = randomBytes(500_000);
      await send(bytes).expect(200);
      const [forwarded] = gateway.services.received(generationCalls.receiveProviderEvent);
      expect(forwarded).toMatchObject({ provider: 'replicate', token: 'token-1', headers: { 'webhook-id': 'msg_1' } });
      expect(Object.keys(forwarded?.headers ?? {})).not.toContain('cookie');
      expect(Object.keys(forwarded?.headers ?? {})).not.toContain('authorization');
      expect(Buffer.from(forwarded?.rawBody ?? '', 'base64').equals(bytes)).toBe(true);
      await send(randomBytes(512 * 1024 + 1)).expect(413);
    });
  });
});
