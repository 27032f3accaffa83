import { billingCalls } from '@luit/contracts/billing/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { createHmac } from 'node:crypto';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { available, order, paymentOf, webhook } from '../testing/purchases';
import { checkout, type Paid, reset, setFault } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver';

describe('payments', () => {
  let stack: BillingTestApp;
  let door: WebhookReceiver;

  beforeAll(async () => {
    stack = await startBillingTestApp();
    door = await startWebhookReceiver(stack.calls);
    stack.sandbox.setRazorpayWebhookUrl(door.url);
  });

  afterEach(() => expectInvariantsHold(stack.source));

  afterAll(async () => {
    await stack.close();
    await door.close();
  });

  const pay = (orderId: string, outcome: Parameters<typeof checkout>[2], webhooks: string): Promise<Paid> =>
    checkout(stack.sandbox.url, orderId, outcome, webhooks);
  const verify = (paid: Paid) => stack.calls.call(billingCalls.verifyPayment, paid);

  async function stateOf(orderId: string): Promise<string | undefined> {
    const [row] = await stack.source.query<{ state: string }[]>(`SELECT state FROM orders WHERE id = $1`, [orderId]);
    return row?.state;
  }

  it('PAY-09, PAY-12: a paid and verified order gives the pack’s credits, and says so', async () => {
    const bought = await order(stack);
    const verified = await verify(await pay(bought.order.razorpayOrderId, 'success', 'none'));
    expect(verified).toEqual({ transactionId: expect.any(String) as string, requestId: null, jobId: null });
    const { transactions } = await stack.calls.call(billingCalls.listTransactions, {
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
      const told = await stack.source.query<unknown[]>(
        `SELECT 1 FROM outbox WHERE name = 'billing.balanceChanged' AND payload ->> 'userId' = $1
            AND payload #>> '{balance,available}' = '100' AND relayed_at IS NOT NULL`,
        [bought.userId],
      );
      expect(told).toHaveLength(1);
    });
  });

  it('SRV-08: verified ten times while every webhook comes twice, it grants once', async () => {
    const bought = await order(stack, 'popular');
    const paid = await pay(bought.order.razorpayOrderId, 'success', 'duplicate');
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(paid)));
    expect(new Set(answers.map((answer) => answer.transactionId)).size).toBe(1);
    await eventually(async () => {
      const seen = await stack.source.query<unknown[]>(`SELECT 1 FROM webhook_events WHERE facts ->> 'order_id' = $1`, [
        paid.razorpayOrderId,
      ]);
      expect(seen.length).toBeGreaterThanOrEqual(2);
    });
    expect(await available(stack, bought.userId)).toBe(1000);
  });

  it('SRV-08: five webhooks of one payment in parallel, each with another event id, grant once', async () => {
    const bought = await order(stack);
    const payment = paymentOf(bought);
    const secret = stack.sandbox.razorpay.webhookSecret;
    const answers = await Promise.all(
      ['payment.captured', 'order.paid', 'payment.captured', 'order.paid', 'payment.captured'].map((event) =>
        stack.calls.call(billingCalls.receiveWebhook, webhook(secret, event, payment)),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ isDuplicate: false })));
    expect(await available(stack, bought.userId)).toBe(100);
  });

  it('a lost callback is made good by the webhook', async () => {
    const bought = await order(stack);
    await pay(bought.order.razorpayOrderId, 'callback_lost', 'reordered');
    await eventually(async () => expect(await available(stack, bought.userId)).toBe(100));
  });

  it('SRV-10: refuses a forged signature, and grants nothing', async () => {
    const bought = await order(stack);
    const paid = await pay(bought.order.razorpayOrderId, 'success', 'none');
    for (const signature of ['', 'x', '0'.repeat(64), paid.signature.toUpperCase(), `${paid.signature}0`]) {
      await expect(verify({ ...paid, signature })).rejects.toMatchObject({ code: 'invalid_signature' });
    }
    expect(await available(stack, bought.userId)).toBe(0);
    expect(await stateOf(bought.order.orderId)).toBe('open');
  });

  it('SRV-10: refuses the signature of another order, and an order nobody made', async () => {
    const [cheap, dear] = [await order(stack, 'starter'), await order(stack, 'pro')];
    const paid = await pay(cheap.order.razorpayOrderId, 'success', 'none');
    for (const razorpayOrderId of [dear.order.razorpayOrderId, 'order_nobodys']) {
      await expect(verify({ ...paid, razorpayOrderId })).rejects.toMatchObject({ code: 'invalid_signature' });
    }
    expect(await available(stack, dear.userId)).toBe(0);
  });

  it('SRV-10: a rightly signed payment that belongs to another order is a mismatch', async () => {
    const [cheap, dear] = [await order(stack, 'starter'), await order(stack, 'pro')];
    const paid = await pay(cheap.order.razorpayOrderId, 'success', 'none');
    const razorpayOrderId = dear.order.razorpayOrderId;
    const signature = createHmac('sha256', stack.sandbox.razorpay.keySecret)
      .update(`${razorpayOrderId}|${paid.razorpayPaymentId}`)
      .digest('hex');
    await expect(verify({ ...paid, razorpayOrderId, signature })).rejects.toMatchObject({ code: 'payment_mismatch' });
    expect(await stateOf(dear.order.orderId)).toBe('mismatch');
    expect(await available(stack, dear.userId)).toBe(0);
  });

  it.each([{ amount: 100 }, { amount: 9901 }, { currency: 'USD' }, { status: 'refunded' }])(
    'SRV-10: a captured payment with %j grants nothing',
    async (change) => {
      const bought = await order(stack);
      const told = webhook(stack.sandbox.razorpay.webhookSecret, 'payment.captured', paymentOf(bought, change));
      await stack.calls.call(billingCalls.receiveWebhook, told);
      expect(await stateOf(bought.order.orderId)).toBe('mismatch');
      expect(await available(stack, bought.userId)).toBe(0);
    },
  );

  it('a payment that failed first and was captured later is granted', async () => {
    const bought = await order(stack);
    const payment = paymentOf(bought, { status: 'failed' });
    const secret = stack.sandbox.razorpay.webhookSecret;
    const tell = (event: string, told: object) =>
      stack.calls.call(billingCalls.receiveWebhook, webhook(secret, event, told));
    await tell('payment.failed', payment);
    expect(await available(stack, bought.userId)).toBe(0);
    await tell('payment.captured', { ...payment, status: 'captured' });
    await tell('payment.failed', payment);
    expect(await available(stack, bought.userId)).toBe(100);
    expect(await stateOf(bought.order.orderId)).toBe('paid');
  });

  it('a second captured payment of one order is kept for its refund', async () => {
    const bought = await order(stack);
    const first = await pay(bought.order.razorpayOrderId, 'success', 'none');
    const second = await pay(bought.order.razorpayOrderId, 'success', 'none');
    await verify(first);
    await expect(verify(second)).rejects.toMatchObject({ code: 'conflict' });
    await expect(verify(second)).rejects.toMatchObject({ code: 'conflict' });
    expect(
      await stack.source.query(`SELECT state FROM payments WHERE order_id = $1 ORDER BY created_at`, [
        bought.order.orderId,
      ]),
    ).toEqual([{ state: 'granted' }, { state: 'refund_due' }]);
    expect(await available(stack, bought.userId)).toBe(100);
  });

  it('captures what the account only authorised', async () => {
    const bought = await order(stack);
    const { keyId, keySecret } = stack.sandbox.razorpay;
    const response = await fetch(`${stack.sandbox.url}/razorpay/v1/orders`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
      },
      body: JSON.stringify({ amount: 9900, currency: 'INR', payment: { capture: 'manual' } }),
    });
    const manual = (await response.json()) as { id: string };
    await stack.source.query(`UPDATE orders SET razorpay_order_id = $2 WHERE id = $1`, [
      bought.order.orderId,
      manual.id,
    ]);
    const paid = await pay(manual.id, 'success', 'none');
    await Promise.all([verify(paid), verify(paid)]);
    expect(await available(stack, bought.userId)).toBe(100);
  });

  it.each(['down', 'error:500', 'garbage'])(
    'asks to come again while Razorpay is %s, and loses nothing',
    async (kind) => {
      const bought = await order(stack);
      const paid = await pay(bought.order.razorpayOrderId, 'success', 'none');
      await setFault(stack.sandbox.url, kind);
      await expect(verify(paid)).rejects.toMatchObject({ code: 'unavailable' });
      await reset(stack.sandbox.url);
      await verify(paid);
      expect(await available(stack, bought.userId)).toBe(100);
    },
  );
});
