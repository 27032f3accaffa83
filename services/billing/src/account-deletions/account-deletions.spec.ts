import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import { Queues } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import { OrderPoller } from '../payments/order-poller';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { available, order, pay, paymentOf, type Purchase, webhook } from '../testing/purchases';
import { checkout } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';

const CLOSED = {
  code: 'account_closed',
  status: 403,
  message: 'This account is being deleted. We’ll email you when it’s done.',
};

describe('billing steps of an account deletion [G-49]', () => {
  let app: BillingTestApp;
  let auth: { close(): Promise<void> };

  beforeAll(async () => {
    app = await startBillingTestApp({ refundScheduleMs: [200] });
    auth = await startFakeService('auth', app.redis.url, {
      [authCalls.getUser.name]: ({ userId: id }: { userId: string }) => ({
        id,
        email: 'asha@example.com',
        user_metadata: { name: 'Asha Das', credits: 0, status: 'closing' },
      }),
    });
  });

  afterEach(() => expectInvariantsHold(app.source));

  afterAll(async () => {
    await auth.close();
    await app.close();
  });

  const freeze = (userId: string) => app.calls.call(billingCalls.freezeAccount, { userId });
  const forfeit = (userId: string) => app.calls.call(billingCalls.forfeitCredits, { userId });
  const grant = (userId: string, credits: number, expiresAt: Date | null = null) =>
    app.ledger.grant({ key: uuidv7(), userId, credits, description: 'Promotion', expiresAt });
  const hold = (userId: string, credits: number, holdId: string = uuidv7()) =>
    app.calls.call(billingCalls.holdCredits, { holdId, userId, credits, description: 'Video generation' });
  const statement = async (userId: string) =>
    (await app.calls.call(billingCalls.listTransactions, { userId, limit: 50, offset: 0 })).transactions;
  const paymentsOf = ({ order: { orderId } }: Purchase) =>
    app.source.query<{ state: string }[]>('SELECT state FROM payments WHERE order_id = $1', [orderId]);

  it('a frozen account rejects holds, deductions, grants and orders, and reports its held credits', async () => {
    const userId = uuidv7();
    const buyer = { userId, name: 'Asha Das', email: 'asha@example.com' };
    await grant(userId, 100);
    const holdId = uuidv7();
    const held = await hold(userId, 18, holdId);
    expect([await freeze(userId), await freeze(userId)]).toEqual([{ held: 18 }, { held: 18 }]);

    expect(await hold(userId, 18, holdId)).toEqual(held);
    await expect(hold(userId, 18)).rejects.toMatchObject(CLOSED);
    const deduction = { userId, credits: 1, reason: 'video_generation', idempotencyKey: uuidv7() };
    await expect(app.calls.call(billingCalls.deductCredits, deduction)).rejects.toMatchObject(CLOSED);
    await expect(grant(userId, 5)).rejects.toMatchObject(CLOSED);
    const ordered = app.calls.call(billingCalls.createOrder, { buyer, packId: 'starter', idempotencyKey: null });
    await expect(ordered).rejects.toMatchObject(CLOSED);
    expect(await available(app, userId)).toBe(82);
  });

  it('forfeits the remaining credits once nothing is held, and shows it in the statement', async () => {
    const [userId, other] = [uuidv7(), uuidv7()];
    for (const each of [userId, other]) await grant(each, 30, new Date(Date.now() + 86_400_000));
    await grant(userId, 70);
    const holdId = uuidv7();
    await hold(userId, 18, holdId);
    await expect(forfeit(userId)).rejects.toMatchObject({ code: 'conflict' });
    await freeze(userId);
    await expect(forfeit(userId)).rejects.toMatchObject({ code: 'conflict' });
    const payload = { requestId: holdId, userId, outcome: 'canceled', credits: 18, reason: 'Canceled' };
    await app
      .get(Queues)
      .named('events-billing')
      .add(generationEvents.requestSettled.name, { payload }, { jobId: uuidv7() });
    await eventually(async () => expect(await freeze(userId)).toEqual({ held: 0 }));

    expect([await forfeit(userId), await forfeit(userId)]).toEqual([{ forfeited: 100 }, { forfeited: 0 }]);
    expect(await available(app, userId)).toBe(0);
    const [newest, before] = await statement(userId);
    for (const row of [newest, before]) {
      expect(row).toMatchObject({ type: 'adjustment', description: 'Unused credits forfeited with the account' });
    }
    expect(newest?.balance_after).toBe(0);
    expect(await available(app, other)).toBe(30);
  });

  it('issues all due invoices before forfeiting, with the buyer’s name and without the address', async () => {
    const { userId } = await pay(app, 'starter');
    await freeze(userId);
    await forfeit(userId);
    const invoices = await app.source.query<object[]>('SELECT buyer FROM invoices WHERE user_id = $1', [userId]);
    expect(invoices).toEqual([{ buyer: { name: 'Asha Das', state: null, gstin: null } }]);
  });

  it('a payment captured after the freeze is refunded and not granted, whichever source reports it', async () => {
    const [verified, webhooked, polled] = [await order(app), await order(app), await order(app)];
    for (const { userId } of [verified, webhooked, polled]) await freeze(userId);

    const paid = await checkout(app.sandbox.url, verified.order.razorpayOrderId, 'success', 'none');
    for (let i = 0; i < 2; i += 1) {
      await expect(app.calls.call(billingCalls.verifyPayment, paid)).rejects.toMatchObject({
        code: 'account_closed',
        message: expect.stringContaining('It will be refunded') as string,
      });
    }
    const event = webhook(app.sandbox.razorpay.webhookSecret, 'payment.captured', paymentOf(webhooked));
    await app.calls.call(billingCalls.receiveWebhook, event);
    await checkout(app.sandbox.url, polled.order.razorpayOrderId, 'callback_lost', 'none');
    await app.source.query('UPDATE orders SET next_poll_at = now() WHERE id = $1', [polled.order.orderId]);
    await eventually(async () => {
      await app.get(OrderPoller).round();
      expect(await paymentsOf(polled)).toEqual([{ state: 'refund_due' }]);
    });
    for (const bought of [verified, webhooked, polled]) {
      expect(await paymentsOf(bought)).toEqual([{ state: 'refund_due' }]);
      expect(await available(app, bought.userId)).toBe(0);
      expect(await statement(bought.userId)).toEqual([]);
    }
  });

  it('refunds unused credits once per purchase, and forfeits the rest in the meantime', async () => {
    const bought = await pay(app, 'popular');
    const { userId } = bought;
    const callFor = (name: 'quoteUnusedCredits' | 'refundUnusedCredits') =>
      app.calls.call(billingCalls[name], { userId });
    expect(await callFor('quoteUnusedCredits')).toEqual({ credits: 1_000, amountPaise: 99_900 });
    await app.calls.call(billingCalls.deductCredits, {
      userId,
      credits: 140,
      reason: 'video_generation',
      idempotencyKey: uuidv7(),
    });
    expect(await callFor('quoteUnusedCredits')).toEqual({ credits: 860, amountPaise: 85_914 });
    await freeze(userId);
    const [first] = await Promise.all([callFor('refundUnusedCredits'), callFor('refundUnusedCredits')]);
    expect([first, await callFor('refundUnusedCredits')]).toContainEqual({ credits: 0, amountPaise: 0 });
    expect(await callFor('quoteUnusedCredits')).toEqual({ credits: 0, amountPaise: 0 });
    expect(await freeze(userId)).toEqual({ held: 0 });
    expect([await forfeit(userId), await forfeit(userId)]).toEqual([{ forfeited: 0 }, { forfeited: 0 }]);
    await expectInvariantsHold(app.source);
    await eventually(async () => {
      const refunds = await app.source.query<unknown[]>(
        'SELECT state, amount_paise, credits, reason FROM refunds WHERE payment_id = $1',
        [bought.paymentId],
      );
      expect(refunds).toEqual([
        { state: 'processed', amount_paise: '85914', credits: '860', reason: 'unused_credits' },
      ]);
    });
    expect(await available(app, userId)).toBe(0);
  });

  it('purchases older than 30 days are forfeited and not refunded', async () => {
    const { userId } = await pay(app);
    await app.source.query(`UPDATE lots SET created_at = now() - interval '31 days' WHERE user_id = $1`, [userId]);
    for (const name of ['quoteUnusedCredits', 'refundUnusedCredits'] as const) {
      expect(await app.calls.call(billingCalls[name], { userId })).toEqual({ credits: 0, amountPaise: 0 });
    }
    await freeze(userId);
    expect(await forfeit(userId)).toEqual({ forfeited: 100 });
  });

  it('a payment that races the freeze is either granted and forfeited, or refunded', async () => {
    for (let round = 0; round < 8; round += 1) {
      const bought = await order(app);
      const paid = await checkout(app.sandbox.url, bought.order.razorpayOrderId, 'success', 'none');
      await Promise.allSettled([app.calls.call(billingCalls.verifyPayment, paid), freeze(bought.userId)]);
      const [payment] = await paymentsOf(bought);
      expect(await forfeit(bought.userId)).toEqual({ forfeited: payment?.state === 'granted' ? 100 : 0 });
      expect(['granted', 'refund_due']).toContain(payment?.state);
      expect(await available(app, bought.userId)).toBe(0);
    }
  });

  it('no hold that races the freeze is placed after the reported total', async () => {
    const userId = uuidv7();
    await grant(userId, 1_000);
    const holds = Array.from({ length: 20 }, () => hold(userId, 10));
    const frozen = freeze(userId);
    const placed = (await Promise.allSettled(holds)).filter(({ status }) => status === 'fulfilled');
    expect(await frozen).toEqual({ held: placed.length * 10 });
    expect(await freeze(userId)).toEqual({ held: placed.length * 10 });
  });
});
