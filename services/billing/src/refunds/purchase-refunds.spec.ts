import { billingCalls } from '@luit/contracts/billing/messages';
import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { RazorpayClient } from '../razorpay/razorpay-client';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { available, type Paid, pay } from '../testing/purchases';
import { reset, setFault } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { RefundsService } from './refunds.service';

describe('refunds of purchases', () => {
  let app: BillingTestApp;
  const adminId = uuidv7();

  beforeAll(async () => {
    app = await startBillingTestApp({ refundScheduleMs: [200] });
  });

  afterEach(() => expectInvariantsHold(app.source));
  afterAll(() => app.close());

  const refund = (paid: Paid, changes: object = {}) =>
    app.calls.call(billingCalls.refundPurchase, { ...paid, idempotencyKey: uuidv7(), ...changes });

  const refundAsOperator = (paid: Paid, amountPaise: unknown, idempotencyKey = uuidv7()) =>
    app.calls.call(billingCalls.refundTransaction, {
      adminId,
      transactionId: paid.transactionId,
      amountPaise: amountPaise as number,
      reason: 'broken video',
      idempotencyKey,
    });

  async function spend(paid: Paid, credits: number): Promise<void> {
    await app.ledger.deduct(uuidv7(), paid.userId, credits, 'video_generation');
  }

  async function statement(paid: Paid): Promise<CreditTransaction[]> {
    return (await app.calls.call(billingCalls.listTransactions, { ...paid, limit: 50, offset: 0 })).transactions;
  }

  /** Published events of paid refunds. */
  async function publishedRefunds({ userId }: Paid): Promise<object[]> {
    const rows = await app.source.query<{ payload: object }[]>(
      `SELECT payload FROM outbox WHERE name = 'billing.refundPaid' AND payload ->> 'accountId' = $1`,
      [userId],
    );
    return rows.map(({ payload }) => payload);
  }

  const notRefundable = (reason: string) => ({ code: 'not_refundable', details: { reason } });

  // This test needs the two-second timeout of this suite: the rejection must arrive within it, even on a busy machine.
  it('the preview of an operator’s refund is what the refund then does', async () => {
    const paid = await pay(app);
    await spend(paid, 60);
    const { transactionId } = paid;
    const preview = (amountPaise: number) => app.calls.call(billingCalls.previewRefund, { transactionId, amountPaise });
    const whole = await preview(9_900);
    expect(whole).toEqual({
      amountPaise: 9_900,
      credits: 40,
      keptCredits: 60,
      balanceAfter: 0,
      refundableAfterPaise: 0,
    });
    const part = await preview(990);
    expect(part).toMatchObject({ credits: 10, keptCredits: 0, balanceAfter: 30, refundableAfterPaise: 8_910 });
    expect(await refundAsOperator(paid, 990)).toMatchObject({ amountPaise: 990, credits: part.credits });
    expect(await app.calls.call(billingCalls.getBalance, { userId: paid.userId })).toMatchObject({
      available: part.balanceAfter,
    });
    await expect(preview(9_900)).rejects.toMatchObject({ code: 'not_refundable' });
    await expect(
      app.calls.call(billingCalls.previewRefund, { transactionId: uuidv7(), amountPaise: 100 }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a rejected refund returns the credits and shows it in the statement', async () => {
    const paid = await pay(app);
    await app.get(RazorpayClient).refund(paid.paymentId, '{"amount":9900}', uuidv7());
    const { refundId } = await app
      .get(RefundsService)
      .refundPayment({ paymentId: paid.paymentId, amountPaise: 500, reason: 'job_failed', key: uuidv7() });
    // The poller may send it first.
    await eventually(async () => {
      const rows = await app.source.query<object[]>(`SELECT state FROM refunds WHERE id = $1`, [refundId]);
      expect(rows).toEqual([{ state: 'failed' }]);
    });
    expect(await available(app, paid.userId)).toBe(100);
    expect((await statement(paid)).map(({ type, amount }) => [type, amount])).toEqual([
      ['refund', 5],
      ['refund', -5],
      ['purchase', 100],
    ]);
  });

  it('refunds floor(paise × remaining unheld credits / credits) [G-16]', async () => {
    const paid = await pay(app, 'popular');
    await spend(paid, 998);
    const [, bought] = await statement(paid);
    expect(bought?.refundable).toMatchObject({ credits: 2, amountPaise: 199 });
    expect(await refund(paid)).toMatchObject({ credits: 2, amountPaise: 199 });
    const statementRows = await statement(paid);
    expect(statementRows.map(({ type, orderId }) => [type, orderId])).toEqual([
      ['refund', paid.razorpayOrderId],
      ['usage', undefined],
      ['purchase', paid.razorpayOrderId],
    ]);
  });

  it('refunds the pro rata amount shown in the statement, and the statement shows its progress [G-16]', async () => {
    const paid = await pay(app, 'popular');
    await spend(paid, 334);
    const promised = (await statement(paid)).at(-1)?.refundable;
    expect(promised).toEqual({ credits: 666, amountPaise: 66_533, until: expect.any(String) as string });
    expect(await refund(paid)).toEqual({
      refundId: expect.any(String) as string,
      amountPaise: 66_533,
      credits: 666,
    });
    expect(await available(app, paid.userId)).toBe(0);
    const [refunded, , bought] = await statement(paid);
    expect(refunded).toMatchObject({
      type: 'refund',
      amount: -666,
      amountPaise: 66_533,
      status: 'pending',
      balance_after: 0,
    });
    expect(refunded?.reference_id).toBe(paid.transactionId);
    expect(refunded?.hasCreditNote).toBeUndefined();
    expect(bought?.refundable).toBeUndefined();
    expect(bought?.refunded).toEqual({ credits: 666, amountPaise: 66_533, status: 'pending' });
    await eventually(async () => {
      const [now, , purchase] = await statement(paid);
      expect([now?.status, purchase?.refunded?.status]).toEqual(['completed', 'completed']);
    });
    expect((await statement(paid))[0]?.hasCreditNote).toBe(true);
    expect(await publishedRefunds(paid)).toEqual([
      {
        refundId: expect.any(String) as string,
        ...{ send: 1, paidReference: null },
        reason: 'unused_credits',
        amountPaise: 66_533,
        credits: 666,
        buyerId: paid.userId,
        accountId: paid.userId,
        requestId: null,
        orderId: expect.any(String) as string,
        paymentId: paid.paymentId,
      },
    ]);
    expect((await statement(paid)).reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  it('the same key returns the first refund again, and keys are per user [G-46]', async () => {
    const [paid, other] = [await pay(app), await pay(app)];
    const idempotencyKey = uuidv7();
    const results = await Promise.all(Array.from({ length: 10 }, () => refund(paid, { idempotencyKey })));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(results[0]).toMatchObject({ amountPaise: 9_900, credits: 100 });
    expect(await refund(other, { idempotencyKey })).toMatchObject({ credits: 100 });
  });

  it('concurrent refunds refund the unused credits once', async () => {
    const paid = await pay(app);
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => refund(paid)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(refund(paid)).rejects.toMatchObject(notRefundable('held'));
    await eventually(() => expect(refund(paid)).rejects.toMatchObject(notRefundable('nothing_unused')));
  });

  it('rejects purchases that are too old, used, held, too small, unknown or of another user', async () => {
    const { ledger } = app;
    const old = await pay(app);
    await app.source.query(`UPDATE lots SET created_at = now() - interval '30 days 1 second' WHERE payment_id = $1`, [
      old.paymentId,
    ]);
    await expect(refund(old)).rejects.toMatchObject(notRefundable('too_old'));
    expect((await statement(old))[0]?.refundable).toBeUndefined();

    const used = await pay(app);
    await spend(used, 100);
    await expect(refund(used)).rejects.toMatchObject(notRefundable('nothing_unused'));

    const held = await pay(app);
    await ledger.hold(uuidv7(), held.userId, 100, 'A video');
    await expect(refund(held)).rejects.toMatchObject(notRefundable('held'));

    const small = await pay(app, 'popular');
    await spend(small, 999);
    await expect(refund(small)).rejects.toMatchObject(notRefundable('too_small'));

    const granted = await ledger.grant({
      key: uuidv7(),
      userId: small.userId,
      credits: 5,
      description: 'Promotion',
      expiresAt: null,
    });
    await expect(refund({ ...small, transactionId: granted.transactionId })).rejects.toMatchObject(
      notRefundable('not_captured'),
    );
    for (const transactionId of [uuidv7(), 'pay_1', '', '२']) {
      await expect(refund(small, { transactionId })).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(refund(held, { userId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('held credits are not refunded, and become refundable when their job fails', async () => {
    const paid = await pay(app);
    const holdId = uuidv7();
    await app.ledger.hold(holdId, paid.userId, 36, 'A video');
    expect(await refund(paid)).toMatchObject({ credits: 64, amountPaise: 6_336 });
    await app.ledger.release(holdId, paid.userId, 'Refund');
    expect(await available(app, paid.userId)).toBe(36);
    expect(await refund(paid)).toMatchObject({ credits: 36, amountPaise: 3_564 });
  });

  it('a refund is accepted while Razorpay is down', async () => {
    const paid = await pay(app);
    await setFault(app.sandbox.url, 'down');
    expect(await refund(paid)).toMatchObject({ amountPaise: 9_900 });
    await reset(app.sandbox.url);
    await eventually(async () => expect((await statement(paid))[0]?.status).toBe('completed'));
  });

  it('an operator refunds any remaining amount and takes the credits it bought [G-37]', async () => {
    const paid = await pay(app);
    await spend(paid, 70);
    const key = uuidv7();
    expect(await refundAsOperator(paid, 2_000, key)).toMatchObject({ amountPaise: 2_000, credits: 20 });
    expect(await refundAsOperator(paid, 7_900)).toMatchObject({ amountPaise: 7_900, credits: 10 });
    await expect(refundAsOperator(paid, 100)).rejects.toMatchObject(notRefundable('more_than_left'));
    expect(await available(app, paid.userId)).toBe(0);
    expect(await refundAsOperator(paid, 2_000, key)).toMatchObject({ amountPaise: 2_000 });
    const { items } = await app.calls.call(billingCalls.listAllTransactions, { limit: 2, type: 'refund' });
    expect(items).toMatchObject([
      { user_id: paid.userId, amount: -10, amountPaise: 7_900, order_id: paid.orderId },
      { user_id: paid.userId, amount: -20, amountPaise: 2_000, order_id: paid.orderId },
    ]);
  });

  it('rejects invalid amounts and amounts above the captured one [G-37]', async () => {
    const paid = await pay(app);
    for (const amount of [0, -1, 99, 0.1, 1e308, Number.NaN, 2 ** 53, '1e3', '१०००', null]) {
      await expect(refundAsOperator(paid, amount)).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await expect(refundAsOperator(paid, 9_901)).rejects.toMatchObject(notRefundable('more_than_left'));
    expect(await available(app, paid.userId)).toBe(100);
  });
});
