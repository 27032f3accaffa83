import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOutcome } from '@luit/contracts/generation/requests';
import { metrics } from '@luit/platform/metrics/metrics';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import { AlertCauses } from './alert-causes';
import { CAPTURED_IS_GRANTED } from './billing-checks';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { available, order } from '../testing/purchases';
import { checkout, reset, setFault } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';

/** Rounds take at most a tenth of the time: on a busy machine, a first round of several seconds delays the second. */
const TWO_ROUNDS_MS = 300_000;

describe('invariant checks and reconciliation', () => {
  let app: BillingTestApp;
  let generation: { close(): Promise<void> };
  let auth: { close(): Promise<void> };
  /** User ids that auth knows. */
  const accounts = new Set<string>();
  /** Outcomes of the jobs that generation knows. */
  let outcomes: Record<string, RequestOutcome> = {};

  beforeAll(async () => {
    app = await startBillingTestApp();
    generation = await startFakeService('generation', app.redis.url, {
      [generationCalls.getOutcomes.name]: ({ requestIds }: { requestIds: string[] }) => ({
        outcomes: Object.fromEntries(requestIds.filter((id) => outcomes[id]).map((id) => [id, outcomes[id]])),
      }),
    });
    auth = await startFakeService('auth', app.redis.url, {
      [authCalls.getEmails.name]: ({ userIds }: { userIds: string[] }) => ({
        emails: Object.fromEntries(userIds.filter((id) => accounts.has(id)).map((id) => [id, 'asha@example.com'])),
      }),
    });
  });

  // The jobs of settled holds have finished accordingly.
  afterEach(async () => {
    outcomes = await settledOutcomes();
  });

  afterAll(async () => {
    await auth.close();
    await generation.close();
    await app.close();
  });

  /** Runs all checks and returns the result of one. */
  async function check(name: string) {
    await app.get(InvariantMonitor).round(true);
    const { invariants } = await app.calls.call(billingCalls.listInvariants, {});
    const found = invariants.find((each) => each.name === name);
    if (!found) throw new Error(`${name} has no result`);
    return found;
  }

  async function settledOutcomes(): Promise<Record<string, RequestOutcome>> {
    const settled = await app.source.query<{ id: string; state: string }[]>(
      `SELECT id, state FROM holds WHERE state <> 'held'`,
    );
    return Object.fromEntries(settled.map(({ id, state }) => [id, state === 'captured' ? 'succeeded' : 'failed']));
  }

  async function placeOldHolds(count = 1): Promise<{ userId: string; ids: string[] }> {
    const userId = uuidv7();
    await app.ledger.grant({ key: uuidv7(), userId, credits: 10 * count, description: 'Gift', expiresAt: null });
    const ids = Array.from({ length: count }, () => uuidv7());
    const holds = ids.map((holdId) => ({ holdId, userId, credits: 10, description: 'A video', correlation: null }));
    await app.ledger.placeHolds(holds, true);
    await app.source.query(`UPDATE holds SET created_at = now() - interval '6 minutes' WHERE user_id = $1`, [userId]);
    return { userId, ids };
  }

  it('reports no violations for consistent data, and the time of the check [SRV-12]', async () => {
    const before = Date.now();
    await app.get(InvariantMonitor).round(true);
    const { invariants } = await app.calls.call(billingCalls.listInvariants, {});
    expect(new Set(invariants.map(({ invariant }) => invariant))).toEqual(new Set(['I1', 'I2', 'I3', 'I4']));
    for (const each of invariants) {
      expect(each).toMatchObject({ violations: 0, samples: [], brokenSince: null, isOverdue: false });
      expect(Date.parse(String(each.checkedAt))).toBeGreaterThan(before - 60_000);
    }
  });

  it('reports a wrong balance with its user and start time until it is fixed [I1]', async () => {
    const userId = uuidv7();
    await app.ledger.grant({ key: uuidv7(), userId, credits: 5, description: 'Gift', expiresAt: null });
    await app.source.query(`UPDATE accounts SET available = 6 WHERE user_id = $1`, [userId]);
    const name = 'the balances are the sums of the lots';
    const first = await check(name);
    expect(first).toMatchObject({ invariant: 'I1', violations: 1, samples: [userId] });
    expect((await check(name)).brokenSince).toBe(first.brokenSince);
    await app.source.query(`UPDATE accounts SET available = 5 WHERE user_id = $1`, [userId]);
    expect(await check(name)).toMatchObject({ violations: 0, brokenSince: null });
  });

  it('reports a budget that counts more than the holds of its API key until it is fixed [I2]', async () => {
    const [userId, keyId] = [uuidv7(), uuidv7()];
    await app.ledger.grant({ key: uuidv7(), userId, credits: 5, description: 'Gift', expiresAt: null });
    await app.source.query(`SELECT set_api_key_budget($1, $2, '{"totalCredits": 5}')`, [keyId, userId]);
    const holdId = uuidv7();
    await app.ledger.hold(holdId, userId, 5, 'A video', keyId);
    const name = 'budget used = held + captured of the API key in the month';
    expect(await check(name)).toMatchObject({ violations: 0 });
    const change = `UPDATE api_key_months SET used = used + $2 WHERE key_id = $1 RETURNING id`;
    const [[month]] = await app.source.query<[{ id: string }[], number]>(change, [keyId, 1]);
    expect(await check(name)).toMatchObject({ invariant: 'I2', violations: 1, samples: [month?.id] });
    await app.source.query(change, [keyId, -1]);
    expect(await check(name)).toMatchObject({ violations: 0, brokenSince: null });
    await app.ledger.release(holdId, userId, 'Refund');
  });

  it('settles an old hold by its job’s outcome, releases it if the job is unknown, keeps it if the job runs [I2]', async () => {
    const { userId, ids } = await placeOldHolds(4);
    const [succeeded = '', failed = '', running = '', unknown = ''] = ids;
    outcomes = { ...outcomes, [succeeded]: 'succeeded', [failed]: 'failed', [running]: 'unfinished' };
    const { repaired, violations } = await check('no hold outlives its job');
    expect({ repaired, violations }).toEqual({ repaired: 3, violations: 0 });
    expect(await app.calls.call(billingCalls.getHolds, { holdIds: [...ids, uuidv7()] })).toEqual({
      states: { [succeeded]: 'captured', [failed]: 'released', [running]: 'held', [unknown]: 'released' },
    });
    expect(await available(app, userId)).toBe(20);
    expect((await check('no hold outlives its job')).repaired).toBe(0);
    await app.ledger.release(running, userId, 'Refund');
    await expectInvariantsHold(app.source);
  });

  it('skips young holds, and reads more than one page of old ones [I2]', async () => {
    const young = uuidv7();
    const { userId } = await placeOldHolds(101);
    await app.ledger.grant({ key: uuidv7(), userId, credits: 10, description: 'Gift', expiresAt: null });
    await app.ledger.hold(young, userId, 10, 'A video');
    expect((await check('no hold outlives its job')).repaired).toBe(101);
    expect(await available(app, userId)).toBe(1_010);
    expect(await app.calls.call(billingCalls.getHolds, { holdIds: [young] })).toEqual({
      states: { [young]: 'held' },
    });
    await app.ledger.release(young, userId, 'Refund');
  });

  it('reports a hold that contradicts its job’s outcome without changing it [I3]', async () => {
    const { userId, ids } = await placeOldHolds(3);
    const [captured = '', released = '', consistent = ''] = ids;
    await app.ledger.capture(captured, userId);
    await app.ledger.release(released, userId, 'Refund');
    await app.ledger.capture(consistent, userId);
    outcomes = await settledOutcomes();
    expect((await check('a hold settled as its job finished')).violations).toBe(0);
    outcomes = { ...outcomes, [captured]: 'failed', [released]: 'succeeded' };
    const { violations, samples, repaired } = await check('a hold settled as its job finished');
    expect({ violations, repaired, samples: samples.sort() }).toEqual({
      violations: 2,
      repaired: 0,
      samples: [captured, released].sort(),
    });
  });

  it('grants a captured payment that no source has reported [I4, SRV-09]', async () => {
    const bought = await order(app);
    await checkout(app.sandbox.url, bought.order.razorpayOrderId, 'callback_lost', 'none');
    await app.source.query(`UPDATE orders SET state = 'expired', next_poll_at = NULL WHERE id = $1`, [
      bought.order.orderId,
    ]);
    expect(await check(CAPTURED_IS_GRANTED)).toMatchObject({ violations: 0, repaired: 1 });
    expect(await available(app, bought.userId)).toBe(100);
    expect(await check(CAPTURED_IS_GRANTED)).toMatchObject({ violations: 0, repaired: 0 });
    await expectInvariantsHold(app.source);
  });

  /** A paid order that is missing in the database, as after restoring an older backup. */
  async function createOrphanedOrder() {
    const bought = await order(app);
    const paid = await checkout(app.sandbox.url, bought.order.razorpayOrderId, 'callback_lost', 'none');
    await app.source.query(`DELETE FROM order_keys WHERE order_id = $1`, [bought.order.orderId]);
    await app.source.query(`DELETE FROM orders WHERE id = $1`, [bought.order.orderId]);
    return { ...bought, paymentId: paid.razorpayPaymentId };
  }

  it('restores an order that exists only at Razorpay and grants its payment [I4, SRV-09]', async () => {
    const { userId, order: created } = await createOrphanedOrder();
    accounts.add(userId);
    expect(await check(CAPTURED_IS_GRANTED)).toMatchObject({ violations: 0, repaired: 1 });
    expect(await available(app, userId)).toBe(100);
    const rows = await app.source.query<object[]>(
      `SELECT user_id, state, pack_id, amount_paise, razorpay_order_id FROM orders WHERE id = $1`,
      [created.orderId],
    );
    expect(rows).toEqual([
      {
        user_id: userId,
        state: 'paid',
        pack_id: 'starter',
        amount_paise: created.amount,
        razorpay_order_id: created.razorpayOrderId,
      },
    ]);
    expect(await check(CAPTURED_IS_GRANTED)).toMatchObject({ violations: 0, repaired: 0 });
    await expectInvariantsHold(app.source);
  });

  it('reports a payment whose order and buyer are unknown, and ignores payments of other systems [I4]', async () => {
    const { userId, paymentId } = await createOrphanedOrder();
    const { keyId, keySecret } = app.config.razorpay.credentials ?? {};
    const response = await fetch(`${app.sandbox.url}/razorpay/v1/orders`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ amount: 5_000, currency: 'INR', receipt: 'other-system-1' }),
    });
    const { id } = (await response.json()) as { id: string };
    await checkout(app.sandbox.url, id, 'callback_lost', 'none');
    expect(await check(CAPTURED_IS_GRANTED)).toMatchObject({ violations: 1, samples: [paymentId] });
    const about = (await app.get(AlertCauses).list()).filter((cause) => JSON.stringify(cause).includes(paymentId));
    expect(about).toMatchObject([{ kind: 'payment_not_granted', subject: paymentId }]);
    accounts.add(userId);
    expect(await check(CAPTURED_IS_GRANTED)).toMatchObject({ violations: 0, repaired: 1 });
  });

  it('a captured payment that does not match its order is one alert that says so, and no violation [I4]', async () => {
    const bought = await order(app);
    const paid = await checkout(app.sandbox.url, bought.order.razorpayOrderId, 'callback_lost', 'none');
    await app.source.query(`UPDATE orders SET amount_paise = 19900 WHERE id = $1`, [bought.order.orderId]);
    expect(await check(CAPTURED_IS_GRANTED)).toMatchObject({ violations: 0 });
    const about = (await app.get(AlertCauses).list()).filter((cause) =>
      JSON.stringify(cause).includes(paid.razorpayPaymentId),
    );
    expect(about).toMatchObject([
      { kind: 'payment_mismatch', action: expect.stringContaining('Refund the payment') as string },
    ]);
    expect(about[0]?.summary).toMatch(/of ₹99\.00 does not match its order \S+ of ₹199\.00\.$/);
    await app.source.query(`UPDATE orders SET amount_paise = 9900 WHERE id = $1`, [bought.order.orderId]);
    expect(await check(CAPTURED_IS_GRANTED)).toMatchObject({ violations: 0, repaired: 1 });
    expect(await available(app, bought.userId)).toBe(100);
  });

  it('schedules a poll for an open order that has none [I4]', async () => {
    const bought = await order(app);
    await checkout(app.sandbox.url, bought.order.razorpayOrderId, 'callback_lost', 'none');
    await app.source.query(`UPDATE orders SET next_poll_at = NULL WHERE id = $1`, [bought.order.orderId]);
    expect((await check('an order that can be paid is polled')).repaired).toBe(1);
    await eventually(async () => expect(await available(app, bought.userId)).toBe(100));
  });

  it('reports a paid order without a grant [I4]', async () => {
    const bought = await order(app);
    await app.admin.query(`UPDATE billing.orders SET state = 'paid' WHERE id = $1`, [bought.order.orderId]);
    const name = 'a paid order, and no other, has one granted payment';
    expect(await check(name)).toMatchObject({ violations: 1, samples: [bought.order.orderId] });
    await app.admin.query(`UPDATE billing.orders SET state = 'open' WHERE id = $1`, [bought.order.orderId]);
  });

  it('keeps the last result of a check that fails, and runs the others', async () => {
    const before = await check(CAPTURED_IS_GRANTED);
    await setFault(app.sandbox.url, 'down');
    const after = await check(CAPTURED_IS_GRANTED);
    await reset(app.sandbox.url);
    expect(after).toEqual(before);
    const { invariants } = await app.calls.call(billingCalls.listInvariants, {});
    expect(invariants.find(({ invariant }) => invariant === 'I1')?.checkedAt).not.toBe(before.checkedAt);
  });

  it('replicas do not run checks at the same time, and recent results are not checked again', async () => {
    const name = 'the balances are the sums of the lots';
    const before = await check(name);
    await app.get(InvariantMonitor).round();
    const other = app.source.createQueryRunner();
    await other.query(`SELECT pg_advisory_lock(7105203, hashtext(current_schema()))`);
    const locked = await check(name);
    await other.query(`SELECT pg_advisory_unlock_all()`);
    await other.release();
    expect(locked.checkedAt).toBe(before.checkedAt);
    expect((await check(name)).checkedAt).not.toBe(before.checkedAt);
  });

  it('checks run on a timer and are exported as metrics', async () => {
    const own = await startBillingTestApp({ reconcile: { intervalMs: 200 } });
    try {
      const userId = uuidv7();
      await own.ledger.grant({ key: uuidv7(), userId, credits: 5, description: 'Gift', expiresAt: null });
      await own.source.query(`UPDATE accounts SET available = 6 WHERE user_id = $1`, [userId]);
      await eventually(async () => {
        expect(await metrics.getSingleMetricAsString('luit_invariant_violations')).toMatch(
          /luit_invariant_violations\{invariant="I1",name="the balances are the sums of the lots"\} 1\n/,
        );
        expect(await metrics.getSingleMetricAsString('luit_invariant_last_run_timestamp_seconds')).toMatch(
          /luit_invariant_last_run_timestamp_seconds\{invariant="I4"[^}]*\} \d{10}/,
        );
      }, TWO_ROUNDS_MS);
    } finally {
      await own.close();
    }
  }, 600_000);

  it('a payment that is verified during reconciliation is granted once', async () => {
    const bought = await order(app);
    const paid = await checkout(app.sandbox.url, bought.order.razorpayOrderId, 'success', 'none');
    await Promise.all([
      app.get(InvariantMonitor).round(true),
      ...Array.from({ length: 5 }, () => app.calls.call(billingCalls.verifyPayment, paid)),
    ]);
    expect(await available(app, bought.userId)).toBe(100);
  });
});
