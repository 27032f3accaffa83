import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import { Queues } from '@luit/platform/jobs/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import { OrderPoller } from '../orders/order-poller';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { available, order, pay, paymentOf, type Purchase, webhook } from '../testing/purchases';
import { checkout } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';

const CLOSED = {
  code: 'account_closed',
  status: 403,
  message: 'This account is being deleted. We mail you when it is done.',
};

describe('G-49: closing an account in the ledger', () => {
  let stack: BillingTestApp;
  let auth: { close(): Promise<void> };

  beforeAll(async () => {
    stack = await startBillingTestApp({ refundScheduleMs: [200] });
    auth = await startFakeService('auth', stack.redis.url, {
      [authCalls.getUser.name]: ({ userId: id }: { userId: string }) => ({
        id,
        email: 'asha@example.com',
        user_metadata: { name: 'Asha Das', credits: 0, status: 'closing' },
      }),
    });
  });

  afterEach(() => expectInvariantsHold(stack.source));

  afterAll(async () => {
    await auth.close();
    await stack.close();
  });

  const close = (userId: string) => stack.calls.call(billingCalls.freezeAccount, { userId });
  const lapse = (userId: string) => stack.calls.call(billingCalls.forfeitCredits, { userId });
  const give = (userId: string, credits: number, expiresAt: Date | null = null) =>
    stack.ledger.grant({ key: uuidv7(), userId, credits, description: 'A gift', expiresAt });
  const hold = (userId: string, credits: number, holdId: string = uuidv7()) =>
    stack.calls.call(billingCalls.holdCredits, { holdId, userId, credits, description: 'Video generation' });
  const statement = async (userId: string) =>
    (await stack.calls.call(billingCalls.listTransactions, { userId, limit: 50, offset: 0 })).transactions;
  const paymentsOf = ({ order: { orderId } }: Purchase) =>
    stack.source.query<{ state: string }[]>('SELECT state FROM payments WHERE order_id = $1', [orderId]);

  it('refuses holds, deductions, grants and orders with a clear text, and answers what is held', async () => {
    const userId = uuidv7();
    const buyer = { userId, name: 'Asha Das', email: 'asha@example.com' };
    await give(userId, 100);
    const holdId = uuidv7();
    const held = await hold(userId, 18, holdId);
    expect([await close(userId), await close(userId)]).toEqual([{ held: 18 }, { held: 18 }]);

    expect(await hold(userId, 18, holdId)).toEqual(held);
    await expect(hold(userId, 18)).rejects.toMatchObject(CLOSED);
    const deduction = { userId, credits: 1, reason: 'video_generation', idempotencyKey: uuidv7() };
    await expect(stack.calls.call(billingCalls.deductCredits, deduction)).rejects.toMatchObject(CLOSED);
    await expect(give(userId, 5)).rejects.toMatchObject(CLOSED);
    const ordered = stack.calls.call(billingCalls.createOrder, { buyer, packId: 'starter', idempotencyKey: null });
    await expect(ordered).rejects.toMatchObject(CLOSED);
    expect(await available(stack, userId)).toBe(82);
  });

  it('lets what is left lapse once nothing is held any more, and says so in the statement', async () => {
    const [userId, other] = [uuidv7(), uuidv7()];
    for (const each of [userId, other]) await give(each, 30, new Date(Date.now() + 86_400_000));
    await give(userId, 70);
    const holdId = uuidv7();
    await hold(userId, 18, holdId);
    await expect(lapse(userId)).rejects.toMatchObject({ code: 'conflict' });
    await close(userId);
    await expect(lapse(userId)).rejects.toMatchObject({ code: 'conflict' });
    const payload = { requestId: holdId, userId, outcome: 'canceled', credits: 18, reason: 'Canceled' };
    await stack
      .get(Queues)
      .named('events-billing')
      .add(generationEvents.requestSettled.name, { payload }, { jobId: uuidv7() });
    await eventually(async () => expect(await close(userId)).toEqual({ held: 0 }));

    expect([await lapse(userId), await lapse(userId)]).toEqual([{ forfeited: 100 }, { forfeited: 0 }]);
    expect(await available(stack, userId)).toBe(0);
    const [newest, before] = await statement(userId);
    for (const row of [newest, before]) {
      expect(row).toMatchObject({ type: 'adjustment', description: 'Unused credits forfeited with the account' });
    }
    expect(newest?.balance_after).toBe(0);
    expect(await available(stack, other)).toBe(30);
  });

  it('has every invoice issued while it is known whose it is, with the name and without the address', async () => {
    const { userId } = await pay(stack, 'starter');
    await close(userId);
    await lapse(userId);
    const invoices = await stack.source.query<object[]>('SELECT buyer FROM invoices WHERE user_id = $1', [userId]);
    expect(invoices).toEqual([{ buyer: { name: 'Asha Das', state: null, gstin: null } }]);
  });

  it('a payment captured after the closing is due for a refund on every road, and grants nothing', async () => {
    const [verified, hooked, polled] = [await order(stack), await order(stack), await order(stack)];
    for (const { userId } of [verified, hooked, polled]) await close(userId);

    const paid = await checkout(stack.sandbox.url, verified.order.razorpayOrderId, 'success', 'none');
    for (let i = 0; i < 2; i += 1) {
      await expect(stack.calls.call(billingCalls.verifyPayment, paid)).rejects.toMatchObject({
        code: 'account_closed',
        message: expect.stringContaining('The money goes back to you') as string,
      });
    }
    const event = webhook(stack.sandbox.razorpay.webhookSecret, 'payment.captured', paymentOf(hooked));
    await stack.calls.call(billingCalls.receiveWebhook, event);
    await checkout(stack.sandbox.url, polled.order.razorpayOrderId, 'callback_lost', 'none');
    await stack.source.query('UPDATE orders SET next_poll_at = now() WHERE id = $1', [polled.order.orderId]);
    await eventually(async () => {
      await stack.get(OrderPoller).round();
      expect(await paymentsOf(polled)).toEqual([{ state: 'refund_due' }]);
    });
    for (const bought of [verified, hooked, polled]) {
      expect(await paymentsOf(bought)).toEqual([{ state: 'refund_due' }]);
      expect(await available(stack, bought.userId)).toBe(0);
      expect(await statement(bought.userId)).toEqual([]);
    }
  });

  it('gives back what unused credits cost, once for each purchase, and lets the rest lapse meanwhile', async () => {
    const bought = await pay(stack, 'popular');
    const { userId } = bought;
    const quote = (ask: 'quoteUnusedCredits' | 'refundUnusedCredits') =>
      stack.calls.call(billingCalls[ask], { userId });
    expect(await quote('quoteUnusedCredits')).toEqual({ credits: 1_000, amountPaise: 99_900 });
    await stack.calls.call(billingCalls.deductCredits, {
      userId,
      credits: 140,
      reason: 'video_generation',
      idempotencyKey: uuidv7(),
    });
    expect(await quote('quoteUnusedCredits')).toEqual({ credits: 860, amountPaise: 85_914 });
    await close(userId);
    const [first] = await Promise.all([quote('refundUnusedCredits'), quote('refundUnusedCredits')]);
    expect([first, await quote('refundUnusedCredits')]).toContainEqual({ credits: 0, amountPaise: 0 });
    expect(await quote('quoteUnusedCredits')).toEqual({ credits: 0, amountPaise: 0 });
    expect(await close(userId)).toEqual({ held: 0 });
    expect([await lapse(userId), await lapse(userId)]).toEqual([{ forfeited: 0 }, { forfeited: 0 }]);
    await expectInvariantsHold(stack.source);
    await eventually(async () => {
      const refunds = await stack.source.query<unknown[]>(
        'SELECT state, amount_paise, credits, reason FROM refunds WHERE payment_id = $1',
        [bought.paymentId],
      );
      expect(refunds).toEqual([
        { state: 'processed', amount_paise: '85914', credits: '860', reason: 'unused_credits' },
      ]);
    });
    expect(await available(stack, userId)).toBe(0);
  });

  it('offers nothing for purchases of more than 30 days ago, which lapse', async () => {
    const { userId } = await pay(stack);
    await stack.source.query(`UPDATE lots SET created_at = now() - interval '31 days' WHERE user_id = $1`, [userId]);
    for (const ask of ['quoteUnusedCredits', 'refundUnusedCredits'] as const) {
      expect(await stack.calls.call(billingCalls[ask], { userId })).toEqual({ credits: 0, amountPaise: 0 });
    }
    await close(userId);
    expect(await lapse(userId)).toEqual({ forfeited: 100 });
  });

  it('racing the payment, either it was granted and lapses, or it is due for a refund', async () => {
    for (let round = 0; round < 8; round += 1) {
      const bought = await order(stack);
      const paid = await checkout(stack.sandbox.url, bought.order.razorpayOrderId, 'success', 'none');
      await Promise.allSettled([stack.calls.call(billingCalls.verifyPayment, paid), close(bought.userId)]);
      const [payment] = await paymentsOf(bought);
      expect(await lapse(bought.userId)).toEqual({ forfeited: payment?.state === 'granted' ? 100 : 0 });
      expect(['granted', 'refund_due']).toContain(payment?.state);
      expect(await available(stack, bought.userId)).toBe(0);
    }
  });

  it('racing holds, what it answers as held is all that ever will be', async () => {
    const userId = uuidv7();
    await give(userId, 1_000);
    const holds = Array.from({ length: 20 }, () => hold(userId, 10));
    const answered = close(userId);
    const placed = (await Promise.allSettled(holds)).filter(({ status }) => status === 'fulfilled');
    expect(await answered).toEqual({ held: placed.length * 10 });
    expect(await close(userId)).toEqual({ held: placed.length * 10 });
  });
});
