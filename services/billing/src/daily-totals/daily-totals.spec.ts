import { billingCalls } from '@luit/contracts/billing/messages';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
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
    await app.ledger.grant({ key: uuidv7(), userId, credits: 100, description: 'A present', expiresAt: null });
    await app.ledger.hold(captured, userId, 18, 'A video');
    await app.ledger.hold(released, userId, 36, 'A video');
    expect((await totals()).creditsUsed).toBe(0);
    await app.ledger.capture(captured, userId);
    await app.ledger.capture(captured, userId);
    await app.ledger.release(released, userId, 'Refund');
    await app.ledger.deduct(uuidv7(), userId, 4, 'A restoration');
    const before = await totals();
    expect(before).toEqual({ payments: 0, capturedPaise: 0, refundedPaise: 0, creditsSold: 0, creditsUsed: 22 });
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
    for (let times = 1; times <= 2; times += 1)
      await app.ledger.returnCapturedCredits(returned, 'Refund', app.source.manager);
    expect((await totals()).creditsUsed).toBe(before + 18);
    const [row] = await app.source.query<{ used: string }[]>(
      `SELECT (SELECT coalesce(sum(credits), 0) FROM holds WHERE state = 'captured')
            + (SELECT coalesce(-sum(amount), 0) FROM transactions WHERE type = 'usage' AND hold_id IS NULL)
            - (SELECT coalesce(sum(amount), 0) FROM transfers WHERE kind = 'return') AS used`,
    );
    expect(before + 18).toBe(Number(row?.used));
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
