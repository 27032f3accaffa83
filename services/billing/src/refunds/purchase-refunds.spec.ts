import { billingCalls } from '@luit/contracts/billing/messages';
import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { LedgerService } from '../ledger/ledger.service';
import { RazorpayClient } from '../razorpay/razorpay-client';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { available, type Paid, pay } from '../testing/purchases';
import { reset, setFault } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { RefundsService } from './refunds.service';

describe('refunds of purchases', () => {
  let stack: BillingTestApp;
  const adminId = uuidv7();

  beforeAll(async () => {
    stack = await startBillingTestApp({ refundScheduleMs: [200] });
  });

  afterEach(() => expectInvariantsHold(stack.source));
  afterAll(() => stack.close());

  const refund = (paid: Paid, changes: object = {}) =>
    stack.calls.call(billingCalls.refundPurchase, { ...paid, idempotencyKey: uuidv7(), ...changes });

  const refundAsOperator = (paid: Paid, amountPaise: unknown, idempotencyKey = uuidv7()) =>
    stack.calls.call(billingCalls.refundTransaction, {
      adminId,
      transactionId: paid.transactionId,
      amountPaise: amountPaise as number,
      idempotencyKey,
    });

  async function spend(paid: Paid, credits: number): Promise<void> {
    await stack.get(LedgerService).deduct(uuidv7(), paid.userId, credits, 'video_generation');
  }

  async function statement(paid: Paid): Promise<CreditTransaction[]> {
    return (await stack.calls.call(billingCalls.listTransactions, { ...paid, limit: 50, offset: 0 })).transactions;
  }

  /** What auth hears of refunds that were paid out. */
  async function told({ userId }: Paid): Promise<object[]> {
    const rows = await stack.source.query<{ payload: object }[]>(
      `SELECT payload FROM outbox WHERE name = 'billing.refundPaid' AND payload ->> 'accountId' = $1`,
      [userId],
    );
    return rows.map(({ payload }) => payload);
  }

  const notRefundable = (reason: string) => ({ code: 'not_refundable', details: { reason } });

  // Here, where Razorpay has two seconds to answer: the refusal has to come at once, on a busy machine too.
  it('a refused refund puts the credits back, and says so in the statement', async () => {
    const paid = await pay(stack);
    await stack.get(RazorpayClient).refund(paid.paymentId, '{"amount":9900}', uuidv7());
    const { refundId, state } = await stack
      .get(RefundsService)
      .refundPayment({ paymentId: paid.paymentId, amountPaise: 500, reason: 'job_failed', key: uuidv7() });
    expect(state).toBe('failed');
    const rows = await stack.source.query<object[]>(`SELECT state FROM refunds WHERE id = $1`, [refundId]);
    expect(rows).toEqual([{ state: 'failed' }]);
    expect(await available(stack, paid.userId)).toBe(100);
    expect((await statement(paid)).map(({ type, amount }) => [type, amount])).toEqual([
      ['refund', 5],
      ['refund', -5],
      ['purchase', 100],
    ]);
  });

  it('G-16: gives back floor(paise × unheld remaining / credits), rounded down', async () => {
    const paid = await pay(stack, 'popular');
    await spend(paid, 998);
    const [, bought] = await statement(paid);
    expect(bought?.refundable).toMatchObject({ credits: 2, amountPaise: 199 });
    expect(await refund(paid)).toMatchObject({ credits: 2, amountPaise: 199 });
  });

  it('G-16: pro rata, with what the statement had promised, and says what became of it', async () => {
    const paid = await pay(stack, 'popular');
    await spend(paid, 334);
    const promised = (await statement(paid)).at(-1)?.refundable;
    expect(promised).toEqual({ credits: 666, amountPaise: 66_533, until: expect.any(String) as string });
    expect(await refund(paid)).toEqual({
      refundId: expect.any(String) as string,
      amountPaise: 66_533,
      credits: 666,
    });
    expect(await available(stack, paid.userId)).toBe(0);
    const [back, , bought] = await statement(paid);
    expect(back).toMatchObject({
      type: 'refund',
      amount: -666,
      amountPaise: 66_533,
      status: 'pending',
      balance_after: 0,
    });
    expect(back?.reference_id).toBe(paid.transactionId);
    expect(back?.hasCreditNote).toBeUndefined();
    expect(bought?.refundable).toBeUndefined();
    expect(bought?.refunded).toEqual({ credits: 666, amountPaise: 66_533, status: 'pending' });
    await eventually(async () => {
      const [now, , purchase] = await statement(paid);
      expect([now?.status, purchase?.refunded?.status]).toEqual(['completed', 'completed']);
    });
    expect((await statement(paid))[0]?.hasCreditNote).toBe(true);
    expect(await told(paid)).toEqual([
      {
        refundId: expect.any(String) as string,
        reason: 'unused_credits',
        amountPaise: 66_533,
        credits: 666,
        buyerId: paid.userId,
        accountId: paid.userId,
        requestId: null,
      },
    ]);
    expect((await statement(paid)).reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  it('G-46: the same key answers the first refund again; keys are each person’s own', async () => {
    const [paid, other] = [await pay(stack), await pay(stack)];
    const idempotencyKey = uuidv7();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(paid, { idempotencyKey })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ amountPaise: 9_900, credits: 100 });
    expect(await refund(other, { idempotencyKey })).toMatchObject({ credits: 100 });
  });

  it('two refunds at once give back what there is, once', async () => {
    const paid = await pay(stack);
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => refund(paid)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(refund(paid)).rejects.toMatchObject(notRefundable('held'));
    await eventually(() => expect(refund(paid)).rejects.toMatchObject(notRefundable('nothing_unused')));
  });

  it('refuses what is too old, used, held, worth too little, not a purchase or somebody else’s', async () => {
    const ledger = stack.get(LedgerService);
    const old = await pay(stack);
    await stack.source.query(`UPDATE lots SET created_at = now() - interval '30 days 1 second' WHERE payment_id = $1`, [
      old.paymentId,
    ]);
    await expect(refund(old)).rejects.toMatchObject(notRefundable('too_old'));
    expect((await statement(old))[0]?.refundable).toBeUndefined();

    const used = await pay(stack);
    await spend(used, 100);
    await expect(refund(used)).rejects.toMatchObject(notRefundable('nothing_unused'));

    const held = await pay(stack);
    await ledger.hold(uuidv7(), held.userId, 100, 'A video');
    await expect(refund(held)).rejects.toMatchObject(notRefundable('held'));

    const little = await pay(stack, 'popular');
    await spend(little, 999);
    await expect(refund(little)).rejects.toMatchObject(notRefundable('too_small'));

    const given = await ledger.grant({
      key: uuidv7(),
      userId: little.userId,
      credits: 5,
      description: 'Gift',
      expiresAt: null,
    });
    await expect(refund({ ...little, transactionId: given.transactionId })).rejects.toMatchObject(
      notRefundable('not_captured'),
    );
    for (const transactionId of [uuidv7(), 'pay_1', '', '२']) {
      await expect(refund(little, { transactionId })).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(refund(held, { userId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('held credits are no part of it, and come back whole when their job fails', async () => {
    const paid = await pay(stack);
    const holdId = uuidv7();
    await stack.get(LedgerService).hold(holdId, paid.userId, 36, 'A video');
    expect(await refund(paid)).toMatchObject({ credits: 64, amountPaise: 6_336 });
    await stack.get(LedgerService).release(holdId, paid.userId, 'Refund');
    expect(await available(stack, paid.userId)).toBe(36);
    expect(await refund(paid)).toMatchObject({ credits: 36, amountPaise: 3_564 });
  });

  it('stands while Razorpay is away', async () => {
    const paid = await pay(stack);
    await setFault(stack.sandbox.url, 'down');
    expect(await refund(paid)).toMatchObject({ amountPaise: 9_900 });
    await reset(stack.sandbox.url);
    await eventually(async () => expect((await statement(paid))[0]?.status).toBe('completed'));
  });

  it('G-37: an operator gives back any amount that is left, and what it bought of the lot goes with it', async () => {
    const paid = await pay(stack);
    await spend(paid, 70);
    const key = uuidv7();
    expect(await refundAsOperator(paid, 2_000, key)).toMatchObject({ amountPaise: 2_000, credits: 20 });
    expect(await refundAsOperator(paid, 7_900)).toMatchObject({ amountPaise: 7_900, credits: 10 });
    await expect(refundAsOperator(paid, 100)).rejects.toMatchObject(notRefundable('more_than_left'));
    expect(await available(stack, paid.userId)).toBe(0);
    expect(await refundAsOperator(paid, 2_000, key)).toMatchObject({ amountPaise: 2_000 });
    const { items } = await stack.calls.call(billingCalls.listAllTransactions, { limit: 2, type: 'refund' });
    expect(items).toMatchObject([
      { user_id: paid.userId, amount: -10, amountPaise: 7_900, order_id: paid.orderId },
      { user_id: paid.userId, amount: -20, amountPaise: 2_000, order_id: paid.orderId },
    ]);
  });

  it('G-37: refuses amounts that are none, or more than was captured', async () => {
    const paid = await pay(stack);
    for (const amount of [0, -1, 99, 0.1, 1e308, Number.NaN, 2 ** 53, '1e3', '१०००', null]) {
      await expect(refundAsOperator(paid, amount)).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await expect(refundAsOperator(paid, 9_901)).rejects.toMatchObject(notRefundable('more_than_left'));
    expect(await available(stack, paid.userId)).toBe(100);
  });
});
