import { billingCalls, billingPushes } from '@luit/contracts/billing/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { PushCollector } from '@luit/platform/testing/pushes';
import { createHmac } from 'node:crypto';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { available, order, paymentOf, webhook } from '../testing/purchases';
import { checkout, type Paid, reset, setFault } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver';

const FORMER_KEY_SECRET = 'the secret of a key that was replaced';

describe('payments', () => {
  let app: BillingTestApp;
  let receiver: WebhookReceiver;
  let pushes: PushCollector;

  beforeAll(async () => {
    app = await startBillingTestApp({ formerKeySecrets: [FORMER_KEY_SECRET] });
    pushes = await PushCollector.connect(app.redis.url, 'billing');
    receiver = await startWebhookReceiver(app.calls);
    app.sandbox.setRazorpayWebhookUrl(receiver.url);
  });

  afterEach(() => expectInvariantsHold(app.source));

  afterAll(async () => {
    await pushes.close();
    await app.close();
    await receiver.close();
  });

  const pay = (orderId: string, outcome: Parameters<typeof checkout>[2], webhooks: string): Promise<Paid> =>
    checkout(app.sandbox.url, orderId, outcome, webhooks);
  const verify = (paid: Paid) => app.calls.call(billingCalls.verifyPayment, paid);

  async function stateOf(orderId: string): Promise<string | undefined> {
    const [row] = await app.source.query<{ state: string }[]>(`SELECT state FROM orders WHERE id = $1`, [orderId]);
    return row?.state;
  }

  it('a paid and verified order grants the pack’s credits and publishes the balance [PAY-09, PAY-12]', async () => {
    const bought = await order(app);
    const verified = await verify(await pay(bought.order.razorpayOrderId, 'success', 'none'));
    expect(verified).toEqual({ transactionId: expect.any(String) as string, requestId: null, jobId: null });
    const { transactions } = await app.calls.call(billingCalls.listTransactions, {
      userId: bought.userId,
      limit: 50,
      offset: 0,
    });
    expect(transactions).toMatchObject([
      {
        id: verified.transactionId,
        type: 'purchase',
        amount: 100,
        balance_after: 100,
        status: 'completed',
        amountPaise: 9900,
        reference_id: bought.order.orderId,
      },
    ]);
    await eventually(async () => {
      const changes = (await pushes.payloads(billingPushes.balanceChanged)).filter(
        ({ userId, balance }) => userId === bought.userId && balance.available === 100,
      );
      expect(changes).toHaveLength(1);
    });
  });

  it('ten verify calls and duplicate webhooks grant once [SRV-08]', async () => {
    const bought = await order(app, 'popular');
    const paid = await pay(bought.order.razorpayOrderId, 'success', 'duplicate');
    const results = await Promise.all(Array.from({ length: 10 }, () => verify(paid)));
    expect(new Set(results.map((result) => result.transactionId)).size).toBe(1);
    await eventually(async () => {
      const stored = await app.source.query<unknown[]>(`SELECT 1 FROM webhook_events WHERE facts ->> 'order_id' = $1`, [
        paid.razorpayOrderId,
      ]);
      expect(stored.length).toBeGreaterThanOrEqual(2);
    });
    expect(await available(app, bought.userId)).toBe(1000);
  });

  it('five concurrent webhooks of one payment with different event ids grant once [SRV-08]', async () => {
    const bought = await order(app);
    const payment = paymentOf(bought);
    const secret = app.sandbox.razorpay.webhookSecret;
    const results = await Promise.all(
      ['payment.captured', 'order.paid', 'payment.captured', 'order.paid', 'payment.captured'].map((event) =>
        app.calls.call(billingCalls.receiveWebhook, webhook(secret, event, payment)),
      ),
    );
    expect(results).toEqual(Array.from({ length: 5 }, () => ({ isDuplicate: false })));
    expect(await available(app, bought.userId)).toBe(100);
  });

  it('the webhook grants when the callback is lost', async () => {
    const bought = await order(app);
    await pay(bought.order.razorpayOrderId, 'callback_lost', 'reordered');
    await eventually(async () => expect(await available(app, bought.userId)).toBe(100));
  });

  it('rejects a forged signature and grants nothing [SRV-10]', async () => {
    const bought = await order(app);
    const paid = await pay(bought.order.razorpayOrderId, 'success', 'none');
    await expect(verify({ ...paid, signature: '' })).rejects.toMatchObject({ code: 'validation_failed' });
    for (const signature of ['x', '0'.repeat(64), paid.signature.toUpperCase(), `${paid.signature}0`]) {
      await expect(verify({ ...paid, signature })).rejects.toMatchObject({ code: 'invalid_signature' });
    }
    expect(await available(app, bought.userId)).toBe(0);
    expect(await stateOf(bought.order.orderId)).toBe('open');
  });

  it('a checkout that was opened with a key that was replaced since is verified', async () => {
    const bought = await order(app);
    const { razorpayOrderId } = bought.order;
    const paid = await pay(razorpayOrderId, 'success', 'none');
    const message = `${razorpayOrderId}|${paid.razorpayPaymentId}`;
    const signature = createHmac('sha256', FORMER_KEY_SECRET).update(message).digest('hex');
    await verify({ ...paid, signature });
    expect(await available(app, bought.userId)).toBe(100);
  });

  it('rejects the signature of another order, and an unknown order [SRV-10]', async () => {
    const [cheap, expensive] = [await order(app, 'starter'), await order(app, 'pro')];
    const paid = await pay(cheap.order.razorpayOrderId, 'success', 'none');
    for (const razorpayOrderId of [expensive.order.razorpayOrderId, 'order_unknown']) {
      await expect(verify({ ...paid, razorpayOrderId })).rejects.toMatchObject({ code: 'invalid_signature' });
    }
    expect(await available(app, expensive.userId)).toBe(0);
  });

  it('a validly signed payment of another order is a mismatch [SRV-10]', async () => {
    const [cheap, expensive] = [await order(app, 'starter'), await order(app, 'pro')];
    const paid = await pay(cheap.order.razorpayOrderId, 'success', 'none');
    const razorpayOrderId = expensive.order.razorpayOrderId;
    const signature = createHmac('sha256', app.sandbox.razorpay.keySecret)
      .update(`${razorpayOrderId}|${paid.razorpayPaymentId}`)
      .digest('hex');
    await expect(verify({ ...paid, razorpayOrderId, signature })).rejects.toMatchObject({ code: 'payment_mismatch' });
    expect(await stateOf(expensive.order.orderId)).toBe('mismatch');
    expect(await available(app, expensive.userId)).toBe(0);
  });

  it.each([{ amount: 100 }, { amount: 9901 }, { currency: 'USD' }, { status: 'refunded' }])(
    'a captured payment with %j grants nothing [SRV-10]',
    async (change) => {
      const bought = await order(app);
      const delivery = webhook(app.sandbox.razorpay.webhookSecret, 'payment.captured', paymentOf(bought, change));
      await app.calls.call(billingCalls.receiveWebhook, delivery);
      expect(await stateOf(bought.order.orderId)).toBe('mismatch');
      expect(await available(app, bought.userId)).toBe(0);
    },
  );

  it('a payment that failed first and was captured later is granted', async () => {
    const bought = await order(app);
    const payment = paymentOf(bought, { status: 'failed' });
    const secret = app.sandbox.razorpay.webhookSecret;
    const send = (event: string, entity: object) =>
      app.calls.call(billingCalls.receiveWebhook, webhook(secret, event, entity));
    await send('payment.failed', payment);
    expect(await available(app, bought.userId)).toBe(0);
    await send('payment.captured', { ...payment, status: 'captured' });
    await send('payment.failed', payment);
    expect(await available(app, bought.userId)).toBe(100);
    expect(await stateOf(bought.order.orderId)).toBe('paid');
  });

  it('a second captured payment of one order becomes due for a refund', async () => {
    const bought = await order(app);
    const first = await pay(bought.order.razorpayOrderId, 'success', 'none');
    const second = await pay(bought.order.razorpayOrderId, 'success', 'none');
    await verify(first);
    await expect(verify(second)).rejects.toMatchObject({ code: 'conflict' });
    await expect(verify(second)).rejects.toMatchObject({ code: 'conflict' });
    expect(
      await app.source.query(`SELECT state FROM payments WHERE order_id = $1 ORDER BY created_at`, [
        bought.order.orderId,
      ]),
    ).toEqual([{ state: 'granted' }, { state: 'refund_due' }]);
    expect(await available(app, bought.userId)).toBe(100);
  });

  it('captures a payment that is only authorized', async () => {
    const bought = await order(app);
    const { keyId, keySecret } = app.sandbox.razorpay;
    const response = await fetch(`${app.sandbox.url}/razorpay/v1/orders`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
      },
      body: JSON.stringify({ amount: 9900, currency: 'INR', payment: { capture: 'manual' } }),
    });
    const manual = (await response.json()) as { id: string };
    await app.source.query(`UPDATE orders SET razorpay_order_id = $2 WHERE id = $1`, [bought.order.orderId, manual.id]);
    const paid = await pay(manual.id, 'success', 'none');
    await Promise.all([verify(paid), verify(paid)]);
    expect(await available(app, bought.userId)).toBe(100);
  });

  it.each(['down', 'error:500', 'garbage'])(
    'asks the user to retry while Razorpay is %s, and loses nothing',
    async (kind) => {
      const bought = await order(app);
      const paid = await pay(bought.order.razorpayOrderId, 'success', 'none');
      await setFault(app.sandbox.url, kind);
      await expect(verify(paid)).rejects.toMatchObject({ code: 'unavailable' });
      await reset(app.sandbox.url);
      await verify(paid);
      expect(await available(app, bought.userId)).toBe(100);
    },
  );
});
