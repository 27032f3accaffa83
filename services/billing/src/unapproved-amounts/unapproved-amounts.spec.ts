import { billingCalls } from '@luit/contracts/billing/messages';
import { RetentionCleaner } from '@luit/platform/retention/retention-cleaner';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { terms } from '../testing/promo-codes';
import { available, pay } from '../testing/purchases';

const LIMIT = { refundPaise: 5_000, credits: 100 };

describe('several amounts of one operator to one user', () => {
  let app: BillingTestApp;
  let adminId: string;
  let userId: string;

  beforeAll(async () => {
    app = await startBillingTestApp();
    await app.calls.call(billingCalls.changeSettings, { adminId: uuidv7(), approveAbove: LIMIT });
  });
  beforeEach(() => {
    [adminId, userId] = [uuidv7(), uuidv7()];
  });
  afterAll(() => app.close());

  const setCredits = (credits: number, change: { by?: string; idempotencyKey?: string; of?: string } = {}) => {
    const { by = adminId, idempotencyKey = uuidv7(), of = userId } = change;
    const request = { adminId: by, userId: of, credits, reason: 'goodwill', idempotencyKey };
    return app.calls.call(billingCalls.adjustCredits, request);
  };
  const refund = (transactionId: string, amountPaise: number, idempotencyKey: string = uuidv7()) => {
    const request = { adminId, transactionId, amountPaise, reason: 'goodwill', idempotencyKey };
    return app.calls.call(billingCalls.refundTransaction, request);
  };
  const refundJobs = (amounts: Record<string, number>, reference: string = uuidv7()) =>
    app.calls.call(billingCalls.countJobRefunds, {
      adminId,
      reference,
      amounts: Object.entries(amounts).map(([owner, amount]) => ({ userId: owner, amount })),
    });
  const unapproved = async (unit: 'paise' | 'credits' = 'credits', of = userId) =>
    (await app.calls.call(billingCalls.getUnapprovedAmount, { adminId, unit, userId: of })).amount;
  const needed = (before: number, limit = LIMIT.credits) => ({
    code: 'approval_required',
    details: { limit, before },
  });

  it('changes of credits need approval once their sum is above the limit, whatever their direction', async () => {
    await setCredits(60);
    await setCredits(20);
    expect(await unapproved()).toBe(100);
    await expect(setCredits(21)).rejects.toMatchObject(needed(100));
    expect(await available(app, userId)).toBe(20);
    expect(await unapproved()).toBe(100);
    await setCredits(100, { of: uuidv7() });
    await setCredits(100, { by: uuidv7() });
    await expectInvariantsHold(app.source);
  });

  it('of two changes at once that are too much together, one is made', async () => {
    for (let round = 0; round < 5; round += 1) {
      const of = uuidv7();
      await setCredits(40, { of });
      const results = await Promise.allSettled([setCredits(100, { of }), refundJobs({ [of]: 60 })]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await unapproved('credits', of)).toBe(100);
    }
  });

  it('changes of more than a day ago do not count', async () => {
    await setCredits(100);
    await expect(setCredits(101)).rejects.toMatchObject({ code: 'approval_required' });
    const age = (hours: number) =>
      app.source.query(
        `UPDATE unapproved_amounts SET recorded_at = now() - $2 * interval '1 hour' WHERE user_id = $1`,
        [userId, hours],
      );
    await age(25);
    await setCredits(101);
    expect(await unapproved()).toBe(1);
    await age(49);
    await app.get(RetentionCleaner).round();
    expect(await app.source.query(`SELECT FROM unapproved_amounts WHERE user_id = $1`, [userId])).toEqual([]);
  });

  it('a repeated change counts once and returns its first result, even when the limit is reached', async () => {
    const idempotencyKey = uuidv7();
    const first = await setCredits(60, { idempotencyKey });
    await setCredits(100);
    expect((await setCredits(60, { idempotencyKey })).transactionId).toBe(first.transactionId);
    expect(await unapproved()).toBe(100);
  });

  it('refunds of payments are counted in paise, and a refused one takes and returns nothing', async () => {
    const paid = await pay(app);
    const key = uuidv7();
    const first = await refund(paid.transactionId, 3_000, key);
    await expect(refund(paid.transactionId, 2_001)).rejects.toMatchObject(needed(3_000, LIMIT.refundPaise));
    await refund(paid.transactionId, 2_000);
    expect(await refund(paid.transactionId, 3_000, key)).toEqual(first);
    expect(await unapproved('paise', paid.userId)).toBe(5_000);
    expect(await app.source.query(`SELECT amount_paise FROM refunds ORDER BY amount_paise`)).toHaveLength(2);
    await expectInvariantsHold(app.source);
  });

  it('refunds of jobs count with changes of credits, once per job', async () => {
    const job = uuidv7();
    await refundJobs({ [userId]: 90 }, job);
    await refundJobs({ [userId]: 90 }, job);
    await expect(setCredits(11)).rejects.toMatchObject(needed(90));
    await setCredits(10);
    const others = { [uuidv7()]: 60, [uuidv7()]: 41 };
    await expect(refundJobs(others)).rejects.toMatchObject(needed(0));
    await expect(refundJobs({ ...others, [userId]: 1 })).rejects.toMatchObject(needed(100));
    expect(await unapproved()).toBe(100);
  });

  it('what is counted under the same reference after more than a day counts again', async () => {
    const job = uuidv7();
    await refundJobs({ [userId]: 90 }, job);
    await app.source.query(
      `UPDATE unapproved_amounts SET recorded_at = now() - interval '25 hours' WHERE user_id = $1`,
      [userId],
    );
    await refundJobs({ [userId]: 80 }, job);
    expect(await unapproved()).toBe(80);
    await expect(setCredits(21)).rejects.toMatchObject(needed(80));
  });

  it('promotional codes and changes of credits count together, and so do those at once', async () => {
    const create = (credits: number, by = adminId) =>
      app.calls.call(billingCalls.createPromoCode, {
        ...terms({ credits }),
        ...{ adminId: by, operatorEmail: 'asha@luit.example', reason: 'goodwill', idempotencyKey: uuidv7() },
      });
    await create(4);
    expect(await unapproved()).toBe(40);
    await expect(setCredits(61)).rejects.toMatchObject(needed(40));
    await setCredits(50);
    await setCredits(50, { of: uuidv7() });
    await expect(create(2)).rejects.toMatchObject(needed(90));
    await create(2, uuidv7());
    const results = await Promise.allSettled([create(1), setCredits(60)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await unapproved()).toBe(100);
  });

  it('an approved change is not counted', async () => {
    const operator = { adminId, operatorEmail: 'asha@luit.example' };
    await setCredits(100);
    const requested = await app.calls.call(billingCalls.requestApproval, {
      ...operator,
      action: { kind: 'credits', userId, credits: 150, expectedCredits: 100 },
      preview: {},
      reason: 'goodwill',
      idempotencyKey: uuidv7(),
    });
    const ritu = { adminId: uuidv7(), operatorEmail: 'ritu@luit.example' };
    const approved = await app.calls.call(billingCalls.approve, { approvalId: requested.id, ...ritu });
    expect(approved).toMatchObject({ state: 'executed' });
    expect(await available(app, userId)).toBe(150);
    expect(await unapproved()).toBe(100);
  });
});
