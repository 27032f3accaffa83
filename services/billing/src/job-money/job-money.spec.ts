import { billingCalls } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';

import { AlertCauses } from '../reconciliation/alert-causes';
import { CAPTURED_IS_GRANTED } from '../reconciliation/billing-checks';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { pay } from '../testing/purchases';
import { expectInvariantsHold } from '../testing/expect-invariants';

describe('job refunds by operators', () => {
  let billing: BillingTestApp;

  beforeAll(async () => {
    billing = await startBillingTestApp();
  });

  afterAll(() => billing.close());

  const { refundJob, getJobMoney, getBalance, grantCredits, holdCredits } = billingCalls;

  async function job(outcome: 'succeeded' | 'failed') {
    const [userId, requestId] = [uuidv7(), uuidv7()];
    const grant = { userId, credits: 100, description: 'A gift', expiresAt: null, idempotencyKey: uuidv7() };
    await billing.calls.call(grantCredits, grant);
    await billing.calls.call(holdCredits, { holdId: requestId, userId, credits: 18, description: 'A video' });
    const payload = { requestId, userId, outcome, credits: 18, reason: null };
    await billing.events.add(generationEvents.requestSettled.name, { payload }, { jobId: uuidv7() });
    await eventually(async () => expect((await billing.calls.call(getBalance, { userId })).held).toBe(0));
    return { userId, requestId };
  }
  const kindsOf = async (requestId: string) =>
    (await billing.calls.call(getJobMoney, { requestId })).movements.map(({ kind, credits }) => [kind, credits]);

  it('refunding a succeeded job returns its credits to their lots once, and the ledger still balances [G-03]', async () => {
    const { userId, requestId } = await job('succeeded');
    expect((await billing.calls.call(getBalance, { userId })).available).toBe(82);
    const twice = await Promise.all([1, 2].map(() => billing.calls.call(refundJob, { requestId })));
    expect(twice).toEqual([{ credits: 18 }, { credits: 18 }]);
    expect(await billing.calls.call(getBalance, { userId })).toEqual({ credits: 100, available: 100, held: 0 });
    expect(await kindsOf(requestId)).toEqual([
      ['hold', 18],
      ['capture', 18],
      ['return', 18],
    ]);
    const published = await billing.source.query<{ state: string }[]>(
      `SELECT payload ->> 'state' AS state FROM outbox WHERE payload ->> 'holdId' = $1 ORDER BY seq`,
      [requestId],
    );
    expect(published.map(({ state }) => state)).toEqual(['refunded']);
    await expectInvariantsHold(billing.source);
  });

  it('a job that was already returned, or is unknown, cannot be refunded', async () => {
    const { requestId } = await job('failed');
    await expect(billing.calls.call(refundJob, { requestId })).rejects.toMatchObject({ code: 'conflict' });
    await expect(billing.calls.call(refundJob, { requestId: uuidv7() })).rejects.toMatchObject({ code: 'conflict' });
    expect(await kindsOf(requestId)).toEqual([
      ['hold', 18],
      ['release', 18],
    ]);
  });

  it('the revenue of a job is what was paid for its captured credits; granted and returned credits are worth nothing', async () => {
    const { userId } = await pay(billing);
    const hold = async (credits: number, outcome?: 'succeeded' | 'failed') => {
      const requestId = uuidv7();
      await billing.calls.call(holdCredits, { holdId: requestId, userId, credits, description: 'A video' });
      if (!outcome) return requestId;
      await billing.events.add(
        generationEvents.requestSettled.name,
        { payload: { requestId, userId, outcome, credits, reason: null } },
        { jobId: uuidv7() },
      );
      return requestId;
    };
    const paid = await hold(18, 'succeeded');
    const returned = await hold(18, 'succeeded');
    const failed = await hold(36, 'failed');
    await eventually(async () => expect((await billing.calls.call(getBalance, { userId })).held).toBe(0));
    await billing.calls.call(refundJob, { requestId: returned });
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const gift = { userId, credits: 10, description: 'A gift', expiresAt, idempotencyKey: uuidv7() };
    await billing.calls.call(grantCredits, gift);
    const mixed = await hold(17, 'succeeded');
    await eventually(async () => expect((await billing.calls.call(getBalance, { userId })).held).toBe(0));
    const held = await hold(1);
    const requestIds = [paid, returned, failed, mixed, held, uuidv7()];
    expect(await billing.calls.call(billingCalls.getJobRevenues, { requestIds })).toEqual({
      revenues: {
        // 99 rupees bought 100 credits.
        [paid]: { credits: 18, micros: 17_820_000 },
        [returned]: { credits: 0, micros: 0 },
        [failed]: { credits: 0, micros: 0 },
        [mixed]: { credits: 17, micros: 6_930_000 },
      },
    });
  });

  it('a captured payment without a grant raises an alert until it is granted', async () => {
    const kinds = async () => (await billing.get(AlertCauses).list()).map(({ kind }) => kind);
    expect(await kinds()).toEqual([]);
    await billing.source.query(`INSERT INTO invariants VALUES ($1, 'I4', 1, 0, '{pay_1}', now(), now())`, [
      CAPTURED_IS_GRANTED,
    ]);
    expect(await kinds()).toEqual(['payment_not_granted']);
    await billing.source.query(`UPDATE invariants SET violations = 0`);
    expect(await kinds()).toEqual([]);
  });
});
