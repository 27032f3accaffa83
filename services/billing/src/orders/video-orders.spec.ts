import { billingCalls } from '@luit/contracts/billing/messages';
import type { PaidVideo } from '@luit/contracts/billing/payments';
import { generationEvents } from '@luit/contracts/generation/messages';
import { eventQueueName, Queues } from '@luit/platform/jobs/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { asked, checkout, type Paid, reset } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver';

describe('orders for one video', () => {
  let stack: BillingTestApp;
  let door: WebhookReceiver;

  beforeAll(async () => {
    stack = await startBillingTestApp({
      pollScheduleMs: [1_000, 2_000, 3_600_000],
      refundScheduleMs: [200, 200, 400, 800, 1_600],
    });
    door = await startWebhookReceiver(stack.calls);
    stack.sandbox.setRazorpayWebhookUrl(door.url);
  });
  afterEach(async () => {
    await expectInvariantsHold(stack.source);
    await reset(stack.sandbox.url);
  });
  afterAll(async () => {
    await stack.close();
    await door.close();
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
    return { video, order: await stack.calls.call(billingCalls.createVideoOrder, video) };
  };
  const pay = (razorpayOrderId: string, webhooks: string, outcome: 'success' | 'callback_lost' = 'success') =>
    checkout(stack.sandbox.url, razorpayOrderId, outcome, webhooks);
  const verify = (paid: Paid) => stack.calls.call(billingCalls.verifyPayment, paid);
  const told = async (requestId: string): Promise<PaidVideo[]> => {
    const rows = await stack.source.query<{ payload: PaidVideo }[]>(
      `SELECT payload FROM outbox WHERE name = 'billing.videoPaid' AND payload ->> 'requestId' = $1`,
      [requestId],
    );
    return rows.map(({ payload }) => payload);
  };
  const holdOf = async (requestId: string) =>
    (await stack.source.query<object[]>('SELECT state, credits FROM holds WHERE id = $1', [requestId]))[0];
  const balanceOf = (userId: string) => stack.calls.call(billingCalls.getBalance, { userId });

  it('PAY-02, PAY-06, PAY-08, G-12: one rupee per credit, described with its seconds, a guest’s placeholder', async () => {
    const { order: made } = await order({ planId: '10s-720p', duration: 10, credits: 72, price: 1 });
    expect(made).toEqual({
      keyId: 'rzp_test_sandbox',
      razorpayOrderId: expect.stringMatching(/^order_/) as string,
      orderId: expect.any(String) as string,
      amount: 7_200,
      currency: 'INR',
      description: 'Demo Video Generation - 10 seconds',
      prefill: { name: 'Guest User', email: 'guest@example.com' },
      checkoutScriptUrl: `${stack.sandbox.url}/razorpay/checkout.js`,
    });
  });

  it('G-46: asked again for the same request it answers the same order, and makes one at Razorpay', async () => {
    const first = await order();
    const again = await Promise.all(
      Array.from({ length: 5 }, () => stack.calls.call(billingCalls.createVideoOrder, first.video)),
    );
    expect(new Set([first.order, ...again].map((one) => JSON.stringify(one))).size).toBe(1);
  });

  it('PAY-09, G-23: verify answers request and job, holds the credits in the same moment, and tells of it once', async () => {
    const { video, order: made } = await order({ email: 'Rupa@Example.com' });
    const paid = await pay(made.razorpayOrderId, 'duplicate');
    const { requestId, accountId } = video;
    const answers = await Promise.all([verify(paid), verify(paid), verify(paid)]);
    for (const answer of answers) expect(answer).toMatchObject({ requestId, jobId: requestId });
    expect(await holdOf(requestId)).toEqual({ state: 'held', credits: '18' });
    expect(await balanceOf(accountId)).toEqual({ credits: 0, available: 0, held: 18 });
    expect(await told(requestId)).toEqual([{ requestId, accountId, credits: 18, email: 'Rupa@Example.com' }]);
    const kept = await stack.source.query('SELECT guest_email FROM orders WHERE request_id = $1', [requestId]);
    expect(kept).toEqual([{ guest_email: null }]);
  });

  it.each(['normal', 'duplicate', 'reordered', 'late:1'])(
    'G-12: a lost callback is made good by webhooks that come %s, once',
    async (webhooks) => {
      const { video, order: made } = await order();
      await pay(made.razorpayOrderId, webhooks, 'callback_lost');
      await eventually(async () => expect(await told(video.requestId)).toHaveLength(1));
      expect(await holdOf(video.requestId)).toEqual({ state: 'held', credits: '18' });
    },
  );

  it('G-12: with neither callback nor webhook the poller finds the payment', async () => {
    const { video, order: made } = await order();
    await pay(made.razorpayOrderId, 'none', 'callback_lost');
    await eventually(async () => expect(await told(video.requestId)).toHaveLength(1));
  });

  it('a signed-in buyer’s own credits are not touched', async () => {
    const buyer = { userId: uuidv7(), name: 'Rupa', email: 'rupa@example.com' };
    const { order: made } = await order({ buyer });
    expect(made.prefill).toEqual({ name: 'Rupa', email: 'rupa@example.com' });
    await verify(await pay(made.razorpayOrderId, 'none'));
    expect(await balanceOf(buyer.userId)).toEqual({ credits: 0, available: 0, held: 0 });
  });

  it('what succeeded is captured and nothing goes back', async () => {
    const { video, order: made } = await order();
    await verify(await pay(made.razorpayOrderId, 'none'));
    await settle(video, 'succeeded');
    await eventually(async () => expect(await holdOf(video.requestId)).toMatchObject({ state: 'captured' }));
    expect((await asked(stack.sandbox.url)).filter(({ request }) => request.includes('refund'))).toEqual([]);
  });

  it('G-12: a failed job refunds the card in full, once, however often it is told', async () => {
    const { video, order: made } = await order();
    const paid = await pay(made.razorpayOrderId, 'none');
    await verify(paid);
    await Promise.all([settle(video, 'failed'), settle(video, 'failed'), settle(video, 'failed')]);
    const refunds = async () =>
      (await asked(stack.sandbox.url)).filter(({ request }) => request === `POST ${refundPath(paid)}`);
    await eventually(async () => {
      const states = await stack.source.query(`SELECT state FROM refunds WHERE payment_id = $1`, [
        paid.razorpayPaymentId,
      ]);
      expect(states).toEqual([{ state: 'processed' }]);
    });
    expect(await refunds()).toEqual([
      { request: expect.any(String) as string, body: expect.objectContaining({ amount: 1_800 }) as object },
    ]);
    expect(await balanceOf(video.accountId)).toEqual({ credits: 0, available: 0, held: 0 });
    const told = await stack.source.query(
      `SELECT DISTINCT payload ->> 'state' AS state FROM outbox WHERE name = 'billing.holdSettled' AND payload ->> 'holdId' = $1 ORDER BY 1`,
      [video.requestId],
    );
    expect(told).toEqual([{ state: 'refunded' }, { state: 'returned' }]);
    await verify(paid);
    expect(await refunds()).toHaveLength(1);
  });

  const refundPath = (paid: Paid) => `/razorpay/v1/payments/${paid.razorpayPaymentId}/refund`;
  const settle = (video: { requestId: string; accountId: string }, outcome: 'succeeded' | 'failed') =>
    stack
      .get(Queues)
      .named(eventQueueName('billing'))
      .add(
        generationEvents.requestSettled.name,
        { payload: { requestId: video.requestId, userId: video.accountId, outcome, credits: 18, reason: null } },
        { jobId: uuidv7() },
      );
});
