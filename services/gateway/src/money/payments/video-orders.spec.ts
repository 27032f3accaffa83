// cspell:ignore mnchen München MÜNCHEN ｒｕｐａ nchen
import { authCalls } from '@luit/contracts/auth/messages';
import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { PaymentOrder } from '@luit/contracts/billing/orders';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { NewPendingOrder, PendingOrder } from '@luit/contracts/generation/pending-orders';
import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { FileLinksService } from '../../storage/files/file-links.service';
import { startGatewayTestApp, type GatewayTestApp, userOf } from '../../test/gateway-test-app';
import { spendAllowance } from '../../test/spend-allowance';
import { picture, pngBomb } from '../../test/test-images';
import { newUser } from '../../test/test-tokens';
import { guestAccountOf } from './guest-account';
import { RATE_LIMITS } from '../../access/limits/rate-limits';

const ORDER: PaymentOrder = {
  keyId: 'rzp_test_sandbox',
  razorpayOrderId: 'order_1',
  orderId: '01a1fd85-fe9c-7e7a-b13e-aa521e004a94',
  amount: 1_800,
  currency: 'INR',
  description: 'Video generation - 5 seconds',
  prefill: { name: 'Guest User', email: 'guest@example.com' },
  checkoutScriptUrl: 'https://checkout.example/v1/checkout.js',
};
const REQUEST = '01a1fd85-fe9c-7e7a-b13e-aa521e004a95';
const PLAN = {
  id: '5s-480p',
  name: 'Standard Video',
  duration: 5,
  credits: 18,
  quality: '480p' as const,
  popular: true,
  description: '',
};
const BODY = { planId: '5s-480p', prompt: 'a river at dawn', currency: 'INR', isGuest: true };

const pendingOrderOf = ({ accountId }: NewPendingOrder): PendingOrder => ({
  requestId: REQUEST,
  accountId,
  planId: PLAN.id,
  planName: PLAN.name,
  duration: PLAN.duration,
  credits: PLAN.credits,
});

/** Uploads per minute; more than all guests of these tests need. */
const UPLOADS = 30;

describe('orders for one video', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp({
      limits: { ...RATE_LIMITS, orderPerMinute: 1_000, uploadPerMinute: UPLOADS },
    });
    const { services } = gateway;
    services.answer(authCalls.getUser, ({ userId }) => userOf({ ...gateway.user, id: userId }));
    services.answer(authCalls.issueGuestToken, () => ({ claimToken: 'the-guest-token' }));
    services.answer(billingCalls.createVideoOrder, () => ORDER);
    services.answer(billingCalls.listPacks, () => ({ creditPacks: [] }));
    services.answer(generationCalls.listPlans, () => ({
      plans: [PLAN],
      models: [],
      imageModels: [],
      restorePlans: [],
      retired: [],
      colorRestorationRefusal: null,
    }));
    services.answer(generationCalls.createPendingOrder, pendingOrderOf);
  });
  afterAll(() => gateway.close());

  const post = (body: object, headers: Record<string, string> = {}) =>
    request(gateway.url).post('/api/payments/order').set(headers).send(body);
  const pendingOrders = (): NewPendingOrder[] => gateway.services.received(generationCalls.createPendingOrder);
  const guestSessionId = 'b3b6c1a0-0000-4000-8000-000000000001';

  it('each spelling of an address is that of the account that may own the video later', async () => {
    pendingOrders();
    const spellings = ['rupa@xn--mnchen-3ya.de', 'RUPA@MÜNCHEN.DE', 'rupa@mu\u0308nchen.de', 'ｒｕｐａ＠münchen.de'];
    for (const email of spellings) await post({ ...BODY, duration: 5, guestSessionId, email }).expect(200);
    expect(new Set(pendingOrders().map(({ guestEmail }) => guestEmail))).toEqual(new Set(['rupa@münchen.de']));
  });

  it('a guest orders a video and receives an access token; price and flag are ignored [PAY-02, PAY-24, G-12]', async () => {
    pendingOrders();
    gateway.services.received(billingCalls.createVideoOrder);
    const answer = await post({ ...BODY, price: 1, duration: 5, guestSessionId, email: ' Rupa@Example.com ' }).expect(
      200,
    );
    expect(answer.body).toEqual({ success: true, ...ORDER, claimToken: 'the-guest-token', requestId: REQUEST });
    const [pendingOrder] = pendingOrders();
    expect(pendingOrder).toMatchObject({
      planId: '5s-480p',
      duration: 5,
      prompt: BODY.prompt,
      guestEmail: 'rupa@example.com',
    });
    expect(pendingOrder?.userId).toBe(pendingOrder?.accountId);
    expect(gateway.services.received(billingCalls.createVideoOrder)).toEqual([
      expect.objectContaining({ requestId: REQUEST, buyer: null, email: 'Rupa@Example.com', credits: 18 }),
    ]);
  });

  it('the versions of the notices that a guest saw are part of the order; users agreed at sign-up', async () => {
    const shown = { termsVersion: '2026-11-27', privacyVersion: '2026-11-27' };
    gateway.services.received(billingCalls.createVideoOrder);
    await post({ ...BODY, ...shown }).expect(200);
    expect(gateway.services.received(billingCalls.createVideoOrder)).toEqual([expect.objectContaining(shown)]);
    await post({ ...BODY, ...shown }, gateway.bearer(newUser())).expect(200);
    const [order] = gateway.services.received(billingCalls.createVideoOrder);
    expect([order?.termsVersion, order?.privacyVersion]).toEqual([undefined, undefined]);
    await post({ ...BODY, termsVersion: '2020-01-01' }).expect(400);
  });

  it.each([
    ['hi', 'hi'],
    ['en', 'en'],
    ['xx', 'en'],
    ['', 'en'],
    [null, 'en'],
    [undefined, 'en'],
  ])('the mails of a guest whose page is in %j are in “%s”', async (language, guestLanguage) => {
    pendingOrders();
    await post({ ...BODY, guestSessionId, email: 'rupa@example.com', language }).expect(200);
    expect(pendingOrders()).toEqual([expect.objectContaining({ guestLanguage })]);
  });

  it.each([7, ['hi'], 'x'.repeat(36)])('the language %j is rejected', async (language) => {
    const answer = await post({ ...BODY, language });
    expect(answer.status).toBe(400);
  });

  describe('with an image [G-12]', () => {
    const upload = async (image: Buffer | Promise<Buffer>, headers: Record<string, string> = {}) =>
      request(gateway.url)
        .post('/api/uploads')
        .set(headers)
        .attach('image', await image, 'photo.jpg');
    const uploaded = async (headers?: Record<string, string>) =>
      ((await upload(picture('png'), headers)).body as { image_url: string }).image_url;

    it('guests and users upload an image, see it and order a video from it', async () => {
      for (const headers of [{}, gateway.bearer()] as Record<string, string>[]) {
        const answer = await upload(picture('png'), headers);
        expect(answer.status).toBe(201);
        const { image_url: imageUrl } = answer.body as { image_url: string };
        await request(gateway.url).get(imageUrl).expect(200);
        pendingOrders();
        await post({ ...BODY, imageUrl }, headers).expect(200);
        await post({ ...BODY, imageUrl: gateway.config.webUrl + imageUrl }, headers).expect(200);
        const imageKey = imageUrl.replace(/^\/api\/files\/|\?.*$/g, '');
        expect(pendingOrders()).toEqual([
          expect.objectContaining({ type: 'image_video', imageKey }),
          expect.objectContaining({ type: 'image_video', imageKey }),
        ]);
      }
    });

    it.each(['', null, undefined])('an imageUrl of %j means no image', async (imageUrl) => {
      pendingOrders();
      await post({ ...BODY, imageUrl }).expect(200);
      expect(pendingOrders()).toEqual([expect.objectContaining({ type: 'video' })]);
    });

    const links = () => new FileLinksService(gateway.config);
    const aKey = `uploads/${newUser().id}.png`;
    const others: [string, (good: string) => string][] = [
      ['another site', () => 'https://images.example/photo.jpg'],
      ['a valid path on another site', (good) => `https://evil.example${good}`],
      ['a scheme-relative URL of another site', (good) => `//evil.example${good}`],
      ['an internal address', () => 'http://169.254.169.254/latest/meta-data'],
      ['a local file', () => 'file:///etc/passwd'],
      ['a data URL', () => 'data:image/png;base64,iVBORw0KGgo='],
      ['an invalid URL', () => 'http://['],
      ['a link without a signature', (good) => good.replace(/\?.*/, '')],
      ['a changed file name', (good) => good.replace(/[0-9a-f]{8}-/, '00000000-')],
      ['a changed expiry', (good) => good.replace(/expires=\d+/, 'expires=99999999999')],
      ['an expired link', () => links().linkTo(aKey, Date.now() - 25 * 3_600_000, 24)],
      ['a deleted upload', () => links().linkTo(aKey)],
      ['a finished video', () => links().linkTo('outputs/1/video.mp4')],
      ['a path outside the uploads', () => links().linkTo('uploads/../outputs/1/video.mp4')],
    ];
    it.each(others)('%s is rejected without creating a pending order', async (_name, change) => {
      const imageUrl = change(await uploaded());
      pendingOrders();
      const answer = await post({ ...BODY, imageUrl }).expect(400);
      expect(answer.body).toMatchObject({
        code: 'validation_failed',
        details: { imageUrl: 'This image is no longer available. Please upload it again.' },
      });
      expect(pendingOrders()).toEqual([]);
    });

    it('uploads of guests are validated, and invalid tokens are rejected', async () => {
      expect((await upload(Buffer.from('GIF89a'))).status).toBe(415);
      expect((await upload(pngBomb(14_000))).status).toBe(413);
      await request(gateway.url).post('/api/uploads').field('x', 'y').expect(400);
      expect((await upload(picture('png'), { authorization: 'Bearer nonsense' })).status).toBe(401);
    });

    it('uploads ahead of an order are limited [G-56]', async () => {
      const [image, someone] = [await picture('png'), gateway.bearer(newUser())];
      // The file is no image: rejected uploads count too, and decoding takes no time.
      const refused = await spendAllowance({ size: UPLOADS, windowMs: 60_000 }, () =>
        upload(Buffer.from('not an image'), someone),
      );
      expect(refused.headers['retry-after']).toBeDefined();
      expect((await upload(image, gateway.bearer(newUser()))).status).toBe(201);
    });
  });

  it('the response contains amount and currency for the checkout [PAY-23, G-22]', async () => {
    expect((await post({ ...BODY }).expect(200)).body).toMatchObject({ amount: 1_800, currency: 'INR' });
  });

  it('a signed-in user owns the video regardless of isGuest and receives no access token [G-12]', async () => {
    pendingOrders();
    const answer = await post({ ...BODY, email: 'x@example.com' }, gateway.bearer()).expect(200);
    expect(answer.body).toEqual({ success: true, ...ORDER, requestId: REQUEST });
    const [pendingOrder] = pendingOrders();
    expect(pendingOrder).toMatchObject({ userId: gateway.user.id, guestEmail: null, guestLanguage: null });
    expect(pendingOrder?.accountId).not.toBe(gateway.user.id);
  });

  it('the same intent of the same browser yields the same account, any other a new one [G-46]', async () => {
    pendingOrders();
    const key = { 'idempotency-key': 'intent-1' };
    await post({ ...BODY, guestSessionId }, key);
    await post({ ...BODY, guestSessionId }, key);
    await post({ ...BODY, guestSessionId: guestSessionId.replace('1', '2') }, key);
    await post({ ...BODY, guestSessionId }, { 'idempotency-key': 'intent-2' });
    await post({ ...BODY, guestSessionId: 'short' }, key);
    await post({ ...BODY, guestSessionId: 'short' }, key);
    await post(BODY, key);
    const accounts = pendingOrders().map(({ accountId }) => accountId);
    expect(accounts[1]).toBe(accounts[0]);
    expect(new Set(accounts).size).toBe(6);
  });

  it('the account of a guest is no test account, so that a paid video is a real one', () => {
    const accounts = Array.from({ length: 100 }, () => [
      guestAccountOf(randomUUID(), randomUUID(), '203.0.113.7'),
      guestAccountOf(undefined, randomUUID(), '203.0.113.7'),
      guestAccountOf(undefined, undefined, '203.0.113.7'),
    ]).flat();
    expect(accounts.filter(isTestAccount)).toEqual([]);
  });

  it('a guest without a session id is recognized by address and an unguessable key [G-46]', async () => {
    const byKey = new Map<string, NewPendingOrder>();
    gateway.services.answer(generationCalls.createPendingOrder, (order) => {
      const earlier = byKey.get(order.accountId);
      if (earlier && earlier.prompt !== order.prompt) throw new LuitError('idempotency_conflict', 'Used');
      byKey.set(order.accountId, order);
      return pendingOrderOf(order);
    });
    const key = { 'idempotency-key': '0c4dbd1e-57b1-4fd3-8b3c-8c3a2a9d9c11' };
    pendingOrders();
    for (let sent = 0; sent < 60; sent += 1) await post(BODY, key).expect(200);
    expect(new Set(pendingOrders().map(({ accountId }) => accountId)).size).toBe(1);
    await post({ ...BODY, prompt: 'another river' }, key).expect(409);
    await post({ ...BODY, guestSessionId }, key).expect(200);
    expect(byKey.size).toBe(2);
    expect(guestAccountOf(undefined, key['idempotency-key'], '203.0.113.7')).not.toBe(
      guestAccountOf(undefined, key['idempotency-key'], '203.0.113.8'),
    );
    gateway.services.answer(generationCalls.createPendingOrder, pendingOrderOf);
  });

  it('a prompt that violates the policy is rejected before payment [G-47]', async () => {
    gateway.services.received(billingCalls.createVideoOrder);
    const { services } = gateway;
    services.answer(generationCalls.createPendingOrder, () => {
      throw new LuitError('refused_by_policy', 'This prompt violates our content policy.');
    });
    const answer = await post(BODY).expect(422);
    expect(answer.body).toMatchObject({
      code: 'refused_by_policy',
      message: 'This prompt violates our content policy.',
    });
    expect(services.received(billingCalls.createVideoOrder)).toEqual([]);
    services.answer(generationCalls.createPendingOrder, pendingOrderOf);
  });

  it('an unknown id is an invalid pack, and guests cannot order packs [PAY-03]', async () => {
    gateway.services.answer(billingCalls.createOrder, () => {
      throw new LuitError('invalid_pack', 'Invalid pack ID');
    });
    const unknown = await post({ planId: 'nope' }, gateway.bearer(newUser())).expect(400);
    expect(unknown.body).toMatchObject({ message: 'Invalid pack ID' });
    await post({ planId: 'starter' }).expect(401);
  });

  it('a video without a plan is ordered by its duration and resolution, and an image by its model', async () => {
    pendingOrders();
    const asked = { prompt: BODY.prompt, duration: 7, resolution: '1080p', sound: true, model: 'seedance' };
    await post({ ...asked, guestSessionId }).expect(200);
    expect(pendingOrders()).toMatchObject([asked]);
    expect(pendingOrders()).toEqual([]);
    const image = { prompt: BODY.prompt, type: 'image', model: 'flux-dev', aspectRatio: '3:4' };
    await post({ ...image, guestSessionId }).expect(200);
    expect(pendingOrders()).toMatchObject([image]);
    expect((await post({ prompt: BODY.prompt }).expect(400)).body).toMatchObject({
      code: 'validation_failed',
      details: { planId: 'Invalid pack ID' },
    });
  });

  it.each([
    { email: 'no address' },
    { email: `${'a'.repeat(250)}@example.com` },
    { duration: '5' },
    { prompt: 7 },
    { currency: 'USD' },
    { guestSessionId: {} },
  ])('%j is rejected', async (change) => {
    pendingOrders();
    await post({ ...BODY, ...change }).expect(400);
    expect(pendingOrders()).toEqual([]);
  });

  it('a verified video is started before the response, which is sent even if the start fails [PAY-09, G-23]', async () => {
    const video = { requestId: REQUEST, accountId: newUser().id, credits: 18 };
    const verification = { transactionId: 't', requestId: REQUEST, jobId: REQUEST };
    gateway.services.answer(billingCalls.verifyPayment, () => ({ ...verification, video }));
    const verify = () =>
      request(gateway.url)
        .post('/api/payments/verify')
        .send({ razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'f00' });
    gateway.services.answer(generationCalls.startPaidVideo, () => ({}));
    expect((await verify().expect(200)).body).toEqual({ success: true, ...verification });
    expect(gateway.services.received(generationCalls.startPaidVideo)).toEqual([video]);
    gateway.services.answer(generationCalls.startPaidVideo, () => {
      throw new LuitError('unavailable', 'down');
    });
    expect((await verify().expect(200)).body).toEqual({ success: true, ...verification });
  });
});
