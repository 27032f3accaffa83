import { billingCalls } from '@luit/contracts/billing/messages';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { DailyTotalsService } from './daily-totals.service';

describe('the sums of a day', () => {
  let stack: BillingTestApp;

  beforeAll(async () => {
    stack = await startBillingTestApp();
  });
  afterAll(() => stack.close());

  const sums = () => stack.calls.call(billingCalls.getMoneyTotals, {});

  it('ADM-24, G-34: count what was used once it is captured, the same before and after it is folded', async () => {
    const userId = uuidv7();
    const [kept, returned] = [uuidv7(), uuidv7()];
    await stack.ledger.grant({ key: uuidv7(), userId, credits: 100, description: 'A present', expiresAt: null });
    await stack.ledger.hold(kept, userId, 18, 'A video');
    await stack.ledger.hold(returned, userId, 36, 'A video');
    expect((await sums()).creditsUsed).toBe(0);
    await stack.ledger.capture(kept, userId);
    await stack.ledger.capture(kept, userId);
    await stack.ledger.release(returned, userId, 'It failed');
    await stack.ledger.deduct(uuidv7(), userId, 4, 'A restoration');
    const marked = await sums();
    expect(marked).toEqual({ payments: 0, capturedPaise: 0, refundedPaise: 0, creditsSold: 0, creditsUsed: 22 });
    await Promise.all([1, 2, 3].map(() => stack.get(DailyTotalsService).fold()));
    expect(await stack.source.query(`SELECT FROM daily_total_deltas`)).toHaveLength(0);
    expect(await sums()).toEqual(marked);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
    const { days } = await stack.calls.call(billingCalls.listDailyTotals, { from: today, to: today });
    expect(days).toEqual([{ date: today, ...marked }]);
  });

  it('ADM-32: refuses days that are none, and more than there is room for', async () => {
    for (const [from, to] of [
      ['2026-02-30', '2026-03-01'],
      ['2026-03-02', '2026-03-01'],
      ['2000-01-01', '2026-03-01'],
    ]) {
      const asked = stack.calls.call(billingCalls.listDailyTotals, { from: from ?? '', to: to ?? '' });
      await expect(asked).rejects.toMatchObject({ code: 'validation_failed' });
    }
  });
});
