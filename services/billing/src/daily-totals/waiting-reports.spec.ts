import { billingCalls } from '@luit/contracts/billing/messages';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';

/** More than the pool has connections. */
const REPORTS = 30;

describe('reports of operators that wait for a lock', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp();
  });
  afterAll(() => app.close());

  it('delay no call of a customer, and are refused while it is locked', async () => {
    const userId = uuidv7();
    await app.ledger.grant({ key: uuidv7(), userId, credits: 100, description: 'A present', expiresAt: null });
    const blocker = app.admin.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE daily_totals IN ACCESS EXCLUSIVE MODE');
    const ended: string[] = [];
    const reports = Array.from({ length: REPORTS }, () =>
      app.calls.call(billingCalls.getMoneyTotals, {}).then(
        () => ended.push('answered'),
        (error: { code: string }) => ended.push(error.code),
      ),
    );
    for (let i = 0; i < 10; i += 1) {
      await Promise.all([
        app.calls.call(billingCalls.getBalance, { userId }),
        app.calls.call(billingCalls.holdCredits, { holdId: uuidv7(), userId, credits: 1, description: 'HD Video' }),
      ]);
      // The calls do not wait for the reports that were requested before them.
      if (i === 0) expect(ended.length).toBeLessThan(REPORTS / 2);
    }
    await Promise.all(reports);
    expect(new Set(ended)).toEqual(new Set(['unavailable']));
    await blocker.commitTransaction();
    await blocker.release();
    expect(await app.calls.call(billingCalls.getMoneyTotals, {})).toMatchObject({ creditsUsed: 0 });
  }, 120_000);
});
