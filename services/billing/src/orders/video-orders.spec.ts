import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { PaidVideo } from '@luit/contracts/billing/payments';
import { LuitError } from '@luit/contracts/errors';
import { generationEvents } from '@luit/contracts/generation/messages';
import { eventQueueName, Queues } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { checkout, type Paid, recordedRequests, reset } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver';

describe('orders for one video', () => {
  let app: BillingTestApp;
  let auth: { close(): Promise<void> };
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    app = await startBillingTestApp({
      pollScheduleMs: [1_000, 2_000, 3_600_000],
      refundScheduleMs: [200, 200, 400, 800, 1_600],
    });
    // Guests have no account.
    auth = await startFakeService('auth', app.redis.url, {
      [authCalls.getUser.name]: () => {
        throw new LuitError('user_not_found', 'No account found');
      },
    });
    receiver = await startWebhookReceiver(app.calls);
    app.sandbox.setRazorpayWebhookUrl(receiver.url);
  });
  afterEach(async () => {
    await expectInvariantsHold(app.source);
    await reset(app.sandbox.url);
  });
  afterAll(async () => {
    await auth.close();
    await app.close();
    await receiver.close();
  });

  const order = async (changes: object = {}) => {
    const video = {
      requestId: uuidv7(),
      accountId: uuidv7(),
      buyer: null,
      email: null,
      planId: '5s-480p',
      planName: 'Standard Video',
      duration: 5,
      credits: 18,
      ...changes,
    };
    return { video, order: await app.calls.call(billingCalls.createVideoOrder, video) };
  };
  const pay = (razorpayOrderId: string, webhooks: string, outcome: 'success' | 'callback_lost' = 'success') =>
    checkout(app.sandbox.url, razorpayOrderId, outcome, webhooks);
  const verify = (paid: Paid) => app.calls.call(billingCalls.verifyPayment, paid);
  const publishedVideos = async (requestId: string): Promise<PaidVideo[]> => {
    const rows = await app.source.query<{ payload: PaidVideo }[]>(
      `SELECT payload FROM outbox WHERE name = 'billing.videoPaid' AND payload ->> 'requestId' = $1`,
      [requestId],
    );
    return rows.map(({ payload }) => payload);
  };
  const holdOf = async (requestId: string) =>
    (await app.source.query<object[]>('SELECT state, credits FROM holds WHERE id = $1', [requestId]))[0];
  const balanceOf = (userId: string) => app.calls.call(billingCalls.getBalance, { userId });

  it('a video order costs one rupee per credit, names the duration and prefills a placeholder for guests without an address [PAY-02, PAY-06, PAY-08, G-12, G-59]', async () => {
    const { order: created } = await order({ planId: '10s-720p', duration: 10, credits: 72, price: 1 });
    expect(created).toEqual({
      keyId: 'rzp_test_sandbox',
      razorpayOrderId: expect.stringMatching(/^order_/) as string,
      orderId: expect.any(String) as string,
      amount: 7_200,
      currency: 'INR',
      description: 'Video generation - 10 seconds',
      prefill: { name: 'Guest User', email: 'guest@example.com' },
      checkoutScriptUrl: `${app.sandbox.url}/razorpay/checkout.js`,
    });
  });

  it('the checkout is prefilled with the address that a guest typed [G-59]', async () => {
    const { order: created } = await order({ email: 'Rupa.Das@example.com' });
    expect(created.prefill).toEqual({ name: 'Rupa.Das', email: 'Rupa.Das@example.com' });
  });

  it('the versions of the notices that a guest saw are stored with the order, also without any', async () => {
    const versionsOf = (requestId: string) =>
      app.source.query('SELECT terms_version AS terms, privacy_version AS privacy FROM orders WHERE request_id = $1', [
        requestId,
      ]);
    const shown = await order({ termsVersion: '2026-11-27', privacyVersion: '2026-11-27' });
    expect(await versionsOf(shown.video.requestId)).toEqual([{ terms: '2026-11-27', privacy: '2026-11-27' }]);
    const other = await order();
    expect(await versionsOf(other.video.requestId)).toEqual([{ terms: null, privacy: null }]);
    await expect(order({ termsVersion: '2020-01-01' })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('repeated calls for one request return the same order and create one at Razorpay [G-46]', async () => {
    const first = await order();
    const again = await Promise.all(
      Array.from({ length: 5 }, () => app.calls.call(billingCalls.createVideoOrder, first.video)),
    );
    expect(new Set([first.order, ...again].map((one) => JSON.stringify(one))).size).toBe(1);
  });

  it('verify returns the request and the job, holds the credits in the same transaction and publishes one event [PAY-09, G-23]', async () => {
    const { video, order: created } = await order({ email: 'Rupa@Example.com' });
    const paid = await pay(created.razorpayOrderId, 'duplicate');
    const { requestId, accountId } = video;
    const results = await Promise.all([verify(paid), verify(paid), verify(paid)]);
    for (const result of results) expect(result).toMatchObject({ requestId, jobId: requestId });
    expect(await holdOf(requestId)).toEqual({ state: 'held', credits: '18' });
    expect(await balanceOf(accountId)).toEqual({ credits: 0, available: 0, held: 18 });
    expect(await publishedVideos(requestId)).toEqual([
      { requestId, accountId, credits: 18, email: 'Rupa@Example.com', orderId: created.orderId },
    ]);
    const stored = await app.source.query('SELECT guest_email FROM orders WHERE request_id = $1', [requestId]);
    expect(stored).toEqual([{ guest_email: null }]);
  });

  it.each(['normal', 'duplicate', 'reordered', 'late:1'])(
    'webhooks (%s) settle the order once when the callback is lost [G-12]',
    async (webhooks) => {
      const { video, order: created } = await order();
      await pay(created.razorpayOrderId, webhooks, 'callback_lost');
      await eventually(async () => expect(await publishedVideos(video.requestId)).toHaveLength(1));
      expect(await holdOf(video.requestId)).toEqual({ state: 'held', credits: '18' });
    },
  );

  it('the poller finds the payment without a callback or a webhook [G-12]', async () => {
    const { video, order: created } = await order();
    await pay(created.razorpayOrderId, 'none', 'callback_lost');
    await eventually(async () => expect(await publishedVideos(video.requestId)).toHaveLength(1));
  });

  it('the payment of a video is known by its request, with a receipt [G-59, G-65]', async () => {
    const { video, order: created } = await order();
    const { requestId } = video;
    expect(await app.calls.call(billingCalls.getVideoPayment, { requestId })).toEqual({ payment: null });
    await expect(app.calls.call(billingCalls.getVideoReceipt, { requestId })).rejects.toMatchObject({
      code: 'not_found',
    });
    await verify(await pay(created.razorpayOrderId, 'none'));
    expect(await app.calls.call(billingCalls.getVideoPayment, { requestId })).toEqual({
      payment: {
        razorpayOrderId: created.razorpayOrderId,
        paymentId: expect.stringMatching(/^pay_/) as string,
        amountPaise: 1_800,
        paidAt: expect.any(String) as string,
        document: 'receipt',
      },
    });
    const { number } = await app.calls.call(billingCalls.getVideoReceipt, { requestId });
    expect(number).toMatch(/^REC\//);
  });

  it('the balance of a signed-in buyer does not change', async () => {
    const buyer = { userId: uuidv7(), name: 'Rupa', email: 'rupa@example.com' };
    const { order: created } = await order({ buyer });
    expect(created.prefill).toEqual({ name: 'Rupa', email: 'rupa@example.com' });
    await verify(await pay(created.razorpayOrderId, 'none'));
    expect(await balanceOf(buyer.userId)).toEqual({ credits: 0, available: 0, held: 0 });
  });

  it('a succeeded video is captured and not refunded', async () => {
    const { video, order: created } = await order();
    await verify(await pay(created.razorpayOrderId, 'none'));
    await settle(video, 'succeeded');
    await eventually(async () => expect(await holdOf(video.requestId)).toMatchObject({ state: 'captured' }));
    expect((await recordedRequests(app.sandbox.url)).filter(({ request }) => request.includes('refund'))).toEqual([]);
  });

  it.each([1, 3])('a failed job that is reported %i time(s) refunds the card in full once [G-12]', async (times) => {
    const { video, order: created } = await order();
    const paid = await pay(created.razorpayOrderId, 'none');
    await verify(paid);
    await Promise.all(Array.from({ length: times }, () => settle(video, 'failed')));
    const refunds = async () =>
      (await recordedRequests(app.sandbox.url)).filter(({ request }) => request === `POST ${refundPath(paid)}`);
    await eventually(async () => {
      const states = await app.source.query(`SELECT state FROM refunds WHERE payment_id = $1`, [
        paid.razorpayPaymentId,
      ]);
      expect(states).toEqual([{ state: 'processed' }]);
    });
    expect(await refunds()).toEqual([
      { request: expect.any(String) as string, body: expect.objectContaining({ amount: 1_800 }) as object },
    ]);
    expect(await balanceOf(video.accountId)).toEqual({ credits: 0, available: 0, held: 0 });
    const published = await app.source.query(
      `SELECT DISTINCT payload ->> 'state' AS state FROM outbox WHERE name = 'billing.holdSettled' AND payload ->> 'holdId' = $1 ORDER BY 1`,
      [video.requestId],
    );
    expect(published).toEqual([{ state: 'refunded' }, { state: 'returned' }]);
    await verify(paid);
    expect(await refunds()).toHaveLength(1);
  });

  const refundPath = (paid: Paid) => `/razorpay/v1/payments/${paid.razorpayPaymentId}/refund`;
  const settle = (video: { requestId: string; accountId: string }, outcome: 'succeeded' | 'failed') =>
    app
      .get(Queues)
      .named(eventQueueName('billing'))
      .add(
        generationEvents.requestSettled.name,
        { payload: { requestId: video.requestId, userId: video.accountId, outcome, credits: 18, reason: null } },
        { jobId: uuidv7() },
      );
});
