import { billingCalls } from '@luit/contracts/billing/messages';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { order, paymentOf, webhook } from '../testing/purchases';
import { DailyTotalsService } from './daily-totals.service';

describe('daily totals', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp();
  });
  afterAll(() => app.close());

  const totals = () => app.calls.call(billingCalls.getMoneyTotals, {});

  it('count captured credits as used, before and after aggregation [ADM-24, G-34]', async () => {
    const userId = uuidv7();
    const [captured, released] = [uuidv7(), uuidv7()];
    const initial = await totals();
    await app.ledger.grant({ key: uuidv7(), userId, credits: 100, description: 'A present', expiresAt: null });
    await app.ledger.hold(captured, userId, 18, 'A video');
    await app.ledger.hold(released, userId, 36, 'A video');
    expect(await totals()).toEqual(initial);
    await app.ledger.capture(captured, userId);
    await app.ledger.capture(captured, userId);
    await app.ledger.release(released, userId, 'Refund');
    await app.ledger.deduct(uuidv7(), userId, 4, 'A restoration');
    const before = await totals();
    expect(before).toEqual({ ...initial, creditsUsed: initial.creditsUsed + 22 });
    await Promise.all([1, 2, 3].map(() => app.get(DailyTotalsService).aggregate()));
    expect(await app.source.query(`SELECT FROM daily_total_deltas`)).toHaveLength(0);
    expect(await totals()).toEqual(before);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
    const { days } = await app.calls.call(billingCalls.listDailyTotals, { from: today, to: today });
    expect(days).toEqual([{ date: today, ...before }]);
  });

  it('do not count captured credits as used once they were returned', async () => {
    const userId = uuidv7();
    const [kept, returned] = [uuidv7(), uuidv7()];
    const before = (await totals()).creditsUsed;
    await app.ledger.grant({ key: uuidv7(), userId, credits: 100, description: 'A present', expiresAt: null });
    for (const [hold, credits] of [
      [kept, 18],
      [returned, 36],
    ] as const) {
      await app.ledger.hold(hold, userId, credits, 'A video');
      await app.ledger.capture(hold, userId);
    }
    expect((await totals()).creditsUsed).toBe(before + 54);
    for (let times = 1; times <= 2; times += 1) await app.ledger.returnCapturedCredits(returned, 'Refund');
    expect((await totals()).creditsUsed).toBe(before + 18);
    const [row] = await app.source.query<{ used: string }[]>(
      `SELECT (SELECT coalesce(sum(credits), 0) FROM holds WHERE state = 'captured')
            + (SELECT coalesce(-sum(amount), 0) FROM transactions WHERE type = 'usage' AND hold_id IS NULL)
            - (SELECT coalesce(sum(amount), 0) FROM transfers WHERE kind = 'return') AS used`,
    );
    expect(before + 18).toBe(Number(row?.used));
  });

  const refund = (paymentId: unknown, paise: number) =>
    app.source.query(
      `INSERT INTO refunds (id, payment_id, user_id, reason, state, amount_paise, credits, idempotency_key, input_hash, settled_at, next_attempt_at)
       SELECT $1::uuid, p.id, o.user_id, 'dashboard', 'processed', $3, 0, $1::text, '', now(), NULL
         FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.id = $2`,
      [uuidv7(), paymentId, paise],
    );

  it('do not subtract the refund of a payment that never counted as captured', async () => {
    const before = await totals();
    const bought = await order(app);
    const payment = paymentOf(bought, { amount: 5_050 });
    const report = webhook(app.sandbox.razorpay.webhookSecret, 'payment.captured', payment);
    await app.calls.call(billingCalls.receiveWebhook, report);
    await refund(payment.id, 5_050);
    expect(await totals()).toEqual(before);
  });

  it('subtract a refund that was known before its payment counted as captured', async () => {
    const before = await totals();
    const bought = await order(app);
    const payment = paymentOf(bought);
    for (const [event, status] of [
      ['payment.failed', 'failed'],
      ['payment.captured', 'captured'],
    ] as const) {
      const report = webhook(app.sandbox.razorpay.webhookSecret, event, { ...payment, status });
      await app.calls.call(billingCalls.receiveWebhook, report);
      if (status === 'failed') await refund(payment.id, 900);
    }
    const { payments, capturedPaise, refundedPaise } = await totals();
    expect({ payments, capturedPaise, refundedPaise }).toEqual({
      payments: before.payments + 1,
      capturedPaise: before.capturedPaise + 9_900,
      refundedPaise: before.refundedPaise + 900,
    });
  });

  it('reject invalid dates and ranges that are too long [ADM-32]', async () => {
    for (const [from, to] of [
      ['2026-02-30', '2026-03-01'],
      ['2026-03-02', '2026-03-01'],
      ['2000-01-01', '2026-03-01'],
    ]) {
      const list = app.calls.call(billingCalls.listDailyTotals, { from: from ?? '', to: to ?? '' });
      await expect(list).rejects.toMatchObject({ code: 'validation_failed' });
    }
  });
});
