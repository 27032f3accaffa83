import { testAccountOf } from '@luit/contracts/auth/test-accounts';
import { billingCalls } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';

const PER_DAY = 200;

describe('test credits', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp({ testCreditsPerDay: PER_DAY });
  });

  afterEach(() => expectInvariantsHold(app.source));

  afterAll(() => app.close());

  const newAccount = () => testAccountOf(uuidv7());
  const balance = (userId: string) => app.calls.call(billingCalls.getBalance, { userId });
  const hold = (userId: string, credits: number, changes: { holdId?: string; apiKeyId?: string } = {}) =>
    app.calls.call(billingCalls.holdCredits, { holdId: uuidv7(), userId, credits, description: 'Video', ...changes });
  const settle = (userId: string, requestId: string, outcome: 'succeeded' | 'failed') =>
    app.events.add(
      generationEvents.requestSettled.name,
      { payload: { requestId, userId, outcome, credits: 18, reason: 'Failed' } },
      { jobId: uuidv7() },
    );
  const grants = (userId: string) =>
    app.source.query<{ amount: string }[]>(`SELECT amount FROM transactions WHERE user_id = $1 AND type = 'grant'`, [
      userId,
    ]);
  const nextDay = (userId: string) =>
    app.source.query(`UPDATE test_credit_days SET day = day - 1 WHERE user_id = $1`, [userId]);

  it('50 parallel requests of a day get the credits once, and hold no more than these', async () => {
    const userId = newAccount();
    const results = await Promise.allSettled([
      ...Array.from({ length: 50 }, () => hold(userId, 18)),
      ...Array.from({ length: 10 }, () => balance(userId)),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(Math.floor(PER_DAY / 18) + 10);
    expect(await grants(userId)).toEqual([{ amount: String(PER_DAY) }]);
    expect(await balance(userId)).toMatchObject({ available: PER_DAY % 18, held: PER_DAY - (PER_DAY % 18) });
  });

  it('a request that waited while another one got and spent the credits of the day gets none', async () => {
    const userId = newAccount();
    await app.source.query('SELECT lock_account($1)', [userId]);
    const waiting = await app.source.transaction(async (manager) => {
      await manager.query('SELECT grant_test_credits($1, $2)', [userId, PER_DAY]);
      await manager.query(`SELECT deduct_credits('a', $1, 50, 'video_generation', NULL)`, [userId]);
      const second = balance(userId);
      await eventually(async () => {
        const locks = await app.admin.query<unknown[]>(
          `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
            WHERE NOT granted AND datname = current_database() AND query LIKE '%grant_test_credits%'`,
        );
        expect(locks).toHaveLength(1);
      });
      return { second };
    });
    expect(await waiting.second).toMatchObject({ available: PER_DAY - 50 });
    expect(await grants(userId)).toHaveLength(1);
  });

  it('the first use of a later day raises the balance to the credits of a day', async () => {
    const userId = newAccount();
    await hold(userId, 18);
    await nextDay(userId);
    expect(await balance(userId)).toMatchObject({ available: PER_DAY, held: 18 });
    expect(await grants(userId)).toEqual([{ amount: String(PER_DAY) }, { amount: '18' }]);
  });

  it('a day that begins with enough credits gives none, also not when they are spent', async () => {
    const userId = newAccount();
    await balance(userId);
    await nextDay(userId);
    await hold(userId, 18);
    expect(await balance(userId)).toMatchObject({ available: PER_DAY - 18 });
    expect(await grants(userId)).toHaveLength(1);
  });

  it('an account of a person gets none', async () => {
    const userId = uuidv7();
    expect(await balance(userId)).toMatchObject({ available: 0 });
    await expect(hold(userId, 18)).rejects.toMatchObject({ code: 'insufficient_credits' });
    await expect(app.source.query(`SELECT grant_test_credits($1, 1)`, [userId])).rejects.toThrow('check');
  });

  it('test credits are in no total of used or sold credits, whatever becomes of them', async () => {
    const totals = () => app.calls.call(billingCalls.getMoneyTotals, {});
    const [userId, person] = [newAccount(), uuidv7()];
    const before = await totals();
    await app.ledger.grant({ key: uuidv7(), userId: person, credits: 18, description: 'Promotion', expiresAt: null });
    const [captured, released, ofPerson] = [uuidv7(), uuidv7(), uuidv7()];
    for (const holdId of [captured, released]) await hold(userId, 18, { holdId });
    await hold(person, 18, { holdId: ofPerson });
    await settle(userId, captured, 'succeeded');
    await settle(userId, released, 'failed');
    await settle(person, ofPerson, 'succeeded');
    await eventually(async () => expect(await balance(userId)).toMatchObject({ available: PER_DAY - 18, held: 0 }));
    await eventually(async () => expect((await totals()).creditsUsed).toBe(before.creditsUsed + 18));
    await app.calls.call(billingCalls.deductCredits, {
      ...{ userId, credits: 5, reason: 'video_generation', idempotencyKey: uuidv7() },
    });
    expect(await totals()).toEqual({ ...before, creditsUsed: before.creditsUsed + 18 });
  });

  it('operators find its transactions by its id, and not among those of all users', async () => {
    const userId = newAccount();
    await balance(userId);
    const list = async (filter: object) =>
      (await app.calls.call(billingCalls.listAllTransactions, { limit: 100, ...filter })).items;
    expect((await list({})).map(({ user_id: id }) => id)).not.toContain(userId);
    expect(await list({ userId })).toHaveLength(1);
  });

  it('nobody is notified of its low balance', async () => {
    const userId = newAccount();
    await hold(userId, PER_DAY);
    await app.source.query(`UPDATE low_balance_check SET checked_until = now() - interval '1 minute'`);
    await app.source.query(`SELECT check_low_balances('10 minutes', '1 minute')`);
    expect(await app.source.query(`SELECT FROM low_balances WHERE user_id = $1`, [userId])).toEqual([]);
  });

  it('the budget of a test key is listed with those of its owner, and limits its holds', async () => {
    const [owner, keyId, liveKeyId] = [uuidv7(), uuidv7(), uuidv7()];
    const userId = testAccountOf(owner);
    await app.calls.call(billingCalls.setApiKeyBudget, { keyId: liveKeyId, userId: owner });
    await app.calls.call(billingCalls.setApiKeyBudget, { keyId, userId, totalCredits: 20 });
    await hold(userId, 18, { apiKeyId: keyId });
    await expect(hold(userId, 18, { apiKeyId: keyId })).rejects.toMatchObject({ code: 'key_budget_exhausted' });
    await expect(hold(userId, 18, { apiKeyId: liveKeyId })).rejects.toMatchObject({ code: 'forbidden' });
    const { budgets, testCreditsPerDay } = await app.calls.call(billingCalls.listApiKeyBudgets, { userId: owner });
    expect(testCreditsPerDay).toBe(PER_DAY);
    expect(budgets.map(({ keyId: id, used }) => [id, used])).toEqual(
      [
        [keyId, 18],
        [liveKeyId, 0],
      ].sort(),
    );
    const ofTest = await app.calls.call(billingCalls.listApiKeyBudgets, { userId });
    expect(ofTest.budgets.map(({ keyId: id }) => id)).toEqual([keyId]);
  });

  it('a closed test account gets no more credits and forfeits those it has', async () => {
    const userId = newAccount();
    await balance(userId);
    await app.calls.call(billingCalls.freezeAccount, { userId });
    expect(await app.calls.call(billingCalls.forfeitCredits, { userId })).toEqual({ forfeited: PER_DAY });
    expect(await balance(userId)).toMatchObject({ available: 0 });
    await expect(hold(userId, 18)).rejects.toMatchObject({ code: 'account_closed' });
    expect(await app.source.query('SELECT FROM test_credit_days WHERE user_id = $1', [userId])).toEqual([]);
  });
});
