import type { ApiKeyBudgetExhausted } from '@luit/contracts/billing/api-key-budgets';
import { billingCalls, billingEvents } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import { LuitError } from '@luit/contracts/errors';
import { eventually, onceAvailable } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';

/** Scans and writes of the tables of budgets by this connection that are not in the statistics yet. */
const HOLD = `SELECT hold_credits(ARRAY[uuidv7()], ARRAY[$1]::uuid[], ARRAY[1]::bigint[], ARRAY['A video'], ARRAY[$2]::uuid[],
                                  ARRAY[NULL], true)`;
const ACCESSES = `
  SELECT coalesce(sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd), 0)::int AS n
    FROM pg_stat_xact_user_tables WHERE relname LIKE 'api_key%'`;

interface Limits {
  monthlyCredits?: number | null;
  totalCredits?: number | null;
}

describe('budgets of API keys', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp();
  });
  afterEach(() => expectInvariantsHold(app.source));
  afterAll(() => app.close());

  async function createUserWith(credits: number): Promise<string> {
    const userId = uuidv7();
    await app.ledger.grant({ key: uuidv7(), userId, credits, description: 'A present', expiresAt: null });
    return userId;
  }

  const setBudget = (userId: string, keyId: string, limits: Limits) =>
    onceAvailable(() => app.calls.call(billingCalls.setApiKeyBudget, { userId, keyId, ...limits }));
  const budgetOf = async (userId: string) =>
    (await app.calls.call(billingCalls.listApiKeyBudgets, { userId })).budgets[0];
  const hold = (userId: string, apiKeyId: string | undefined, credits = 1, holdId = uuidv7()) =>
    app.calls.call(billingCalls.holdCredits, { holdId, userId, credits, description: 'A video', apiKeyId });
  async function newKey(credits: number, limits: Limits): Promise<{ userId: string; keyId: string }> {
    const userId = await createUserWith(credits);
    const keyId = uuidv7();
    await setBudget(userId, keyId, limits);
    return { userId, keyId };
  }
  /** Places holds at once. Returns the ids of the accepted holds, and the codes of the refusals. */
  async function holdAtOnce(count: number, userId: string, keyId: string) {
    const ids = Array.from({ length: count }, () => uuidv7());
    const results = await Promise.allSettled(ids.map((id) => onceAvailable(() => hold(userId, keyId, 1, id))));
    const accepted = ids.filter((_, i) => results[i]?.status === 'fulfilled');
    const codes = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as LuitError).code] : [],
    );
    return { accepted, codes: [...new Set(codes)] };
  }
  async function settle(userId: string, requestIds: string[], outcome: 'succeeded' | 'failed'): Promise<void> {
    for (const requestId of requestIds) {
      const payload = { requestId, userId, outcome, credits: 1, reason: null };
      await app.events.add(generationEvents.requestSettled.name, { payload }, { jobId: uuidv7() });
    }
    await eventually(async () => {
      const states = await app.calls.call(billingCalls.getHolds, { holdIds: requestIds });
      expect(Object.values(states.states)).not.toContain('held');
    });
  }

  it('budgets: 1,000 concurrent holds on a key with a budget of 7 and a balance of 5: 5 are accepted, and returns make the budget whole', async () => {
    const { userId, keyId } = await newKey(5, { monthlyCredits: 7 });
    const { accepted, codes } = await holdAtOnce(1_000, userId, keyId);
    expect(accepted).toHaveLength(5);
    expect(codes).toEqual(['insufficient_credits']);
    expect(await budgetOf(userId)).toMatchObject({ usedThisMonth: 5, used: 5 });
    await settle(userId, accepted, 'failed');
    expect(await budgetOf(userId)).toMatchObject({ usedThisMonth: 0, used: 0 });
    await app.ledger.grant({ key: uuidv7(), userId, credits: 95, description: 'A present', expiresAt: null });
    const second = await holdAtOnce(1_000, userId, keyId);
    expect(second.accepted).toHaveLength(7);
    expect(second.codes).toEqual(['key_budget_exhausted']);
    await settle(userId, second.accepted, 'succeeded');
    expect(await budgetOf(userId)).toMatchObject({ usedThisMonth: 7, used: 7 });
    await expect(hold(userId, keyId)).rejects.toMatchObject({
      code: 'key_budget_exhausted',
      details: { required: 1, available: 0, period: 'month' },
    });
    await hold(userId, undefined);
  });

  it('budgets that change under load are never overshot', async () => {
    const { userId, keyId } = await newKey(1_000, { monthlyCredits: 10, totalCredits: 500 });
    const [first] = await Promise.all([
      holdAtOnce(300, userId, keyId),
      setBudget(userId, keyId, { monthlyCredits: 40 }),
      setBudget(userId, keyId, { monthlyCredits: 25 }),
      setBudget(userId, keyId, { totalCredits: 30 }),
    ]);
    const used = (await budgetOf(userId))?.used ?? -1;
    expect(used).toBe(first.accepted.length);
    expect(used).toBeLessThanOrEqual(40);
    await setBudget(userId, keyId, { monthlyCredits: 5, totalCredits: null });
    await expect(hold(userId, keyId)).rejects.toMatchObject({ code: 'key_budget_exhausted' });
    await setBudget(userId, keyId, { monthlyCredits: used + 1 });
    const last = await holdAtOnce(50, userId, keyId);
    expect(last.accepted).toHaveLength(1);
  });

  it('the total budget ends a key although its month has credits left', async () => {
    const { userId, keyId } = await newKey(100, { monthlyCredits: 50, totalCredits: 20 });
    await hold(userId, keyId, 18);
    await expect(hold(userId, keyId, 3)).rejects.toMatchObject({
      code: 'key_budget_exhausted',
      details: { required: 3, available: 2, period: 'total' },
    });
    await hold(userId, keyId, 2);
  });

  it('a repeated hold counts once, and is another request with another key', async () => {
    const { userId, keyId } = await newKey(100, { totalCredits: 20 });
    const holdId = uuidv7();
    const [one, two] = await Promise.all([hold(userId, keyId, 18, holdId), hold(userId, keyId, 18, holdId)]);
    expect(one).toEqual(two);
    expect(await budgetOf(userId)).toMatchObject({ used: 18 });
    await expect(hold(userId, undefined, 18, holdId)).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  it('a key without a budget and the key of another account spend nothing', async () => {
    const { userId, keyId } = await newKey(100, {});
    await hold(userId, keyId, 100);
    const stranger = await createUserWith(100);
    await expect(hold(stranger, keyId)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(hold(stranger, uuidv7())).rejects.toMatchObject({ code: 'forbidden' });
    await expect(setBudget(stranger, keyId, { totalCredits: 1 })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await app.calls.call(billingCalls.getBalance, { userId: stranger })).toMatchObject({ held: 0 });
  });

  it.each([
    ['2026-11-30T18:29:59.999Z', '2026-11-01'],
    ['2026-11-30T18:30:00Z', '2026-12-01'],
    ['2026-12-31T18:30:00Z', '2027-01-01'],
    ['2028-02-29T18:29:59Z', '2028-02-01'],
  ])('a hold at %s belongs to the month of %s, because months are those of IST', async (at, month) => {
    const [row] = await app.source.query<{ month: string }[]>(`SELECT month_of($1)::text AS month`, [at]);
    expect(row?.month).toBe(month);
  });

  it('a new month has its whole budget, and a late failure returns to the month of its hold', async () => {
    const { userId, keyId } = await newKey(100, { monthlyCredits: 20, totalCredits: 50 });
    const holdId = uuidv7();
    await hold(userId, keyId, 18, holdId);
    await app.source.query(`UPDATE holds SET created_at = created_at - interval '32 days' WHERE id = $1`, [holdId]);
    await app.source.query(
      `UPDATE api_key_months SET month = month_of((SELECT created_at FROM holds WHERE id = $1)) WHERE key_id = $2`,
      [holdId, keyId],
    );
    expect(await budgetOf(userId)).toMatchObject({ usedThisMonth: 0, used: 18 });
    await hold(userId, keyId, 20);
    await settle(userId, [holdId], 'failed');
    expect(await budgetOf(userId)).toMatchObject({ usedThisMonth: 20, used: 20 });
    const resetsAt = new Date((await budgetOf(userId))?.resetsAt ?? '');
    expect(resetsAt.getTime()).toBeGreaterThan(Date.now());
    expect(new Date(resetsAt.getTime() + 5.5 * 3_600_000).toISOString()).toMatch(/-01T00:00:00.000Z$/);
  });

  /** The published events about the exhaustion of a key's budget, oldest first. */
  const announcements = async (keyId: string) =>
    (
      await app.source.query<{ payload: ApiKeyBudgetExhausted }[]>(
        `SELECT payload FROM outbox WHERE name = $1 AND payload -> 'budget' ->> 'keyId' = $2 ORDER BY seq`,
        [billingEvents.apiKeyBudgetExhausted.name, keyId],
      )
    ).map(({ payload }) => payload);

  it.each([
    ['alone', (userId: string, keyId: string) => hold(userId, keyId, 10)],
    ['in a batch', (userId: string, keyId: string) => Promise.all([hold(userId, keyId, 4), hold(userId, keyId, 6)])],
  ])('a budget of which nothing is left is published once, spent %s', async (_how, spend) => {
    const { userId, keyId } = await newKey(100, { monthlyCredits: 10 });
    await spend(userId, keyId);
    const [notice, ...others] = await announcements(keyId);
    expect(others).toEqual([]);
    const used = { usedThisMonth: 10, used: 10, monthlyCredits: 10, totalCredits: null };
    expect(notice).toMatchObject({ userId, period: 'month', budget: { keyId, ...used } });
    expect(billingEvents.apiKeyBudgetExhausted.payload.parse(notice)).toMatchObject({ noticeId: notice?.noticeId });
    await Promise.allSettled(Array.from({ length: 20 }, () => hold(userId, keyId)));
    expect(await announcements(keyId)).toHaveLength(1);
  });

  it('a refused hold publishes a budget with credits left once a month, and again after its owner raised it', async () => {
    const { userId, keyId } = await newKey(100, { monthlyCredits: 20, totalCredits: 40 });
    await hold(userId, keyId, 18);
    expect(await announcements(keyId)).toEqual([]);
    const refusals = await Promise.allSettled(Array.from({ length: 10 }, () => hold(userId, keyId, 3)));
    expect(refusals.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect(await announcements(keyId)).toMatchObject([{ period: 'month', budget: { usedThisMonth: 18, used: 18 } }]);
    await hold(userId, keyId, 2);
    expect(await announcements(keyId)).toHaveLength(1);

    await setBudget(userId, keyId, { monthlyCredits: 20 });
    await expect(hold(userId, keyId)).rejects.toMatchObject({ code: 'key_budget_exhausted' });
    expect(await announcements(keyId)).toHaveLength(1);
    await setBudget(userId, keyId, { monthlyCredits: 30 });
    await hold(userId, keyId, 10);
    expect(await announcements(keyId)).toHaveLength(2);

    const lastMonth = `month = (month - interval '1 month')::date WHERE key_id = $1`;
    for (const table of ['api_key_months', 'api_key_exhausted_budgets']) {
      await app.source.query(`UPDATE ${table} SET ${lastMonth}`, [keyId]);
    }
    await app.source.query(
      `UPDATE holds SET created_at = (created_at AT TIME ZONE 'Asia/Kolkata' - interval '1 month') AT TIME ZONE 'Asia/Kolkata'
        WHERE api_key_id = $1`,
      [keyId],
    );
    await hold(userId, keyId, 10);
    expect((await announcements(keyId)).map(({ period }) => period)).toEqual(['month', 'month', 'total']);
  });

  it('a hold without a key reads and writes no budget', async () => {
    const { userId, keyId } = await newKey(100, { totalCredits: 50 });
    const accesses = async (key: string | null) => {
      const runner = app.source.createQueryRunner();
      await runner.startTransaction();
      try {
        const count = async () => ((await runner.query(ACCESSES)) as [{ n: number }])[0].n;
        const before = await count();
        await runner.query(HOLD, [userId, key]);
        return (await count()) - before;
      } finally {
        await runner.rollbackTransaction();
        await runner.release();
      }
    };
    expect(await accesses(null)).toBe(0);
    expect(await accesses(keyId)).toBeGreaterThan(0);
  });
});
