import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOutcome } from '@luit/contracts/generation/requests';
import { metrics } from '@luit/platform/health/metrics';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { eventually } from '@luit/platform/testing/eventually';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { available, order } from '../testing/purchases';
import { checkout, reset, setFault } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';

describe('the scoreboard', () => {
  let stack: BillingTestApp;
  let generation: { close(): Promise<void> };
  let auth: { close(): Promise<void> };
  /** Whom auth knows. */
  const accounts = new Set<string>();
  /** What generation says of jobs; it knows no others. */
  let outcomes: Record<string, RequestOutcome> = {};

  beforeAll(async () => {
    stack = await startBillingTestApp();
    generation = await startFakeService('generation', stack.redis.url, {
      [generationCalls.getOutcomes.name]: ({ requestIds }: { requestIds: string[] }) => ({
        outcomes: Object.fromEntries(requestIds.filter((id) => outcomes[id]).map((id) => [id, outcomes[id]])),
      }),
    });
    auth = await startFakeService('auth', stack.redis.url, {
      [authCalls.getEmails.name]: ({ userIds }: { userIds: string[] }) => ({
        emails: Object.fromEntries(userIds.filter((id) => accounts.has(id)).map((id) => [id, 'asha@example.com'])),
      }),
    });
  });

  afterEach(() => (outcomes = {}));

  afterAll(async () => {
    await auth.close();
    await generation.close();
    await stack.close();
  });

  /** After a round over everything. */
  async function score(name: string) {
    await stack.get(InvariantMonitor).round(true);
    const { invariants } = await stack.calls.call(billingCalls.listInvariants, {});
    const found = invariants.find((each) => each.name === name);
    if (!found) throw new Error(`${name} has no score`);
    return found;
  }

  async function heldAndOld(count = 1): Promise<{ userId: string; ids: string[] }> {
    const userId = uuidv7();
    await stack.ledger.grant({ key: uuidv7(), userId, credits: 10 * count, description: 'Gift', expiresAt: null });
    const ids = Array.from({ length: count }, () => uuidv7());
    for (const id of ids) await stack.ledger.hold(id, userId, 10, 'A video');
    await stack.source.query(`UPDATE holds SET created_at = now() - interval '6 minutes' WHERE user_id = $1`, [userId]);
    return { userId, ids };
  }

  it('SRV-12: counts nothing where all is well, and knows when it looked', async () => {
    const before = Date.now();
    await stack.get(InvariantMonitor).round(true);
    const { invariants } = await stack.calls.call(billingCalls.listInvariants, {});
    expect(new Set(invariants.map(({ invariant }) => invariant))).toEqual(new Set(['I1', 'I2', 'I3', 'I4']));
    for (const each of invariants) {
      expect(each).toMatchObject({ violations: 0, samples: [], brokenSince: null });
      expect(Date.parse(each.checkedAt)).toBeGreaterThan(before - 60_000);
    }
  });

  it('I1: counts a broken balance, names the person, remembers since when, and forgets it when it is mended', async () => {
    const userId = uuidv7();
    await stack.ledger.grant({ key: uuidv7(), userId, credits: 5, description: 'Gift', expiresAt: null });
    await stack.source.query(`UPDATE accounts SET available = 6 WHERE user_id = $1`, [userId]);
    const name = 'the balances are the sums of the lots';
    const first = await score(name);
    expect(first).toMatchObject({ invariant: 'I1', violations: 1, samples: [userId] });
    expect((await score(name)).brokenSince).toBe(first.brokenSince);
    await stack.source.query(`UPDATE accounts SET available = 5 WHERE user_id = $1`, [userId]);
    expect(await score(name)).toMatchObject({ violations: 0, brokenSince: null });
  });

  it('I2: settles an old hold as its job ended, releases one whose job never was, leaves one whose job runs', async () => {
    const { userId, ids } = await heldAndOld(4);
    const [succeeded = '', failed = '', running = '', unknown = ''] = ids;
    outcomes = { [succeeded]: 'succeeded', [failed]: 'failed', [running]: 'unfinished' };
    const { repaired, violations } = await score('no hold outlives its job');
    expect({ repaired, violations }).toEqual({ repaired: 3, violations: 0 });
    expect(await stack.calls.call(billingCalls.getHolds, { holdIds: [...ids, uuidv7()] })).toEqual({
      states: { [succeeded]: 'captured', [failed]: 'released', [running]: 'held', [unknown]: 'released' },
    });
    expect(await available(stack, userId)).toBe(20);
    expect((await score('no hold outlives its job')).repaired).toBe(0);
    await stack.ledger.release(running, userId, 'Refund');
    await expectInvariantsHold(stack.source);
  });

  it('I2: asks about a young hold nobody, and about more than a page of old ones', async () => {
    const young = uuidv7();
    const { userId } = await heldAndOld(501);
    await stack.ledger.grant({ key: uuidv7(), userId, credits: 10, description: 'Gift', expiresAt: null });
    await stack.ledger.hold(young, userId, 10, 'A video');
    expect((await score('no hold outlives its job')).repaired).toBe(501);
    expect(await available(stack, userId)).toBe(5_010);
    expect(await stack.calls.call(billingCalls.getHolds, { holdIds: [young] })).toEqual({
      states: { [young]: 'held' },
    });
    await stack.ledger.release(young, userId, 'Refund');
  });

  it('I3: shows a hold that ended otherwise than its job, and lets it be', async () => {
    const { userId, ids } = await heldAndOld(3);
    const [captured = '', released = '', right = ''] = ids;
    await stack.ledger.capture(captured, userId);
    await stack.ledger.release(released, userId, 'Refund');
    await stack.ledger.capture(right, userId);
    const all = await stack.source.query<{ id: string; state: string }[]>(`SELECT id, state FROM holds`);
    outcomes = Object.fromEntries(all.map(({ id, state }) => [id, state === 'captured' ? 'succeeded' : 'failed']));
    expect((await score('a hold ended as its job did')).violations).toBe(0);
    outcomes = { ...outcomes, [captured]: 'failed', [released]: 'succeeded' };
    const { violations, samples, repaired } = await score('a hold ended as its job did');
    expect({ violations, repaired, samples: samples.sort() }).toEqual({
      violations: 2,
      repaired: 0,
      samples: [captured, released].sort(),
    });
  });

  it('I4, SRV-09: grants what Razorpay captured and no road told of', async () => {
    const bought = await order(stack);
    await checkout(stack.sandbox.url, bought.order.razorpayOrderId, 'callback_lost', 'none');
    await stack.source.query(`UPDATE orders SET state = 'expired', next_poll_at = NULL WHERE id = $1`, [
      bought.order.orderId,
    ]);
    expect(await score('what Razorpay captured is granted')).toMatchObject({ violations: 0, repaired: 1 });
    expect(await available(stack, bought.userId)).toBe(100);
    expect(await score('what Razorpay captured is granted')).toMatchObject({ violations: 0, repaired: 0 });
    await expectInvariantsHold(stack.source);
  });

  /** Paid, and then forgotten, as by a database that was restored to the hour before. */
  async function paidAndLost() {
    const bought = await order(stack);
    const paid = await checkout(stack.sandbox.url, bought.order.razorpayOrderId, 'callback_lost', 'none');
    await stack.source.query(`DELETE FROM order_keys WHERE order_id = $1`, [bought.order.orderId]);
    await stack.source.query(`DELETE FROM orders WHERE id = $1`, [bought.order.orderId]);
    return { ...bought, paymentId: paid.razorpayPaymentId };
  }

  it('I4, SRV-09: grants a payment whose order stands at Razorpay alone, and writes the order down again', async () => {
    const { userId, order: made } = await paidAndLost();
    accounts.add(userId);
    expect(await score('what Razorpay captured is granted')).toMatchObject({ violations: 0, repaired: 1 });
    expect(await available(stack, userId)).toBe(100);
    const rows = await stack.source.query<object[]>(
      `SELECT user_id, state, pack_id, amount_paise, razorpay_order_id FROM orders WHERE id = $1`,
      [made.orderId],
    );
    expect(rows).toEqual([
      {
        user_id: userId,
        state: 'paid',
        pack_id: 'starter',
        amount_paise: made.amount,
        razorpay_order_id: made.razorpayOrderId,
      },
    ]);
    expect(await score('what Razorpay captured is granted')).toMatchObject({ violations: 0, repaired: 0 });
    await expectInvariantsHold(stack.source);
  });

  it('I4: shows a payment whose order and buyer are both unknown, and leaves alone what others sold', async () => {
    const { userId, paymentId } = await paidAndLost();
    const { keyId, keySecret } = stack.config.razorpay.credentials ?? {};
    const response = await fetch(`${stack.sandbox.url}/razorpay/v1/orders`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ amount: 5_000, currency: 'INR', receipt: 'shop-1' }),
    });
    const { id } = (await response.json()) as { id: string };
    await checkout(stack.sandbox.url, id, 'callback_lost', 'none');
    expect(await score('what Razorpay captured is granted')).toMatchObject({ violations: 1, samples: [paymentId] });
    accounts.add(userId);
    expect(await score('what Razorpay captured is granted')).toMatchObject({ violations: 0, repaired: 1 });
  });

  it('I4: shows a captured payment that does not match its order', async () => {
    const bought = await order(stack);
    const paid = await checkout(stack.sandbox.url, bought.order.razorpayOrderId, 'callback_lost', 'none');
    await stack.source.query(`UPDATE orders SET amount_paise = 19900 WHERE id = $1`, [bought.order.orderId]);
    expect(await score('what Razorpay captured is granted')).toMatchObject({
      violations: 1,
      samples: [paid.razorpayPaymentId],
    });
    await stack.source.query(`UPDATE orders SET amount_paise = 9900 WHERE id = $1`, [bought.order.orderId]);
    expect(await score('what Razorpay captured is granted')).toMatchObject({ violations: 0, repaired: 1 });
    expect(await available(stack, bought.userId)).toBe(100);
  });

  it('I4: an order that nobody looks at any more is looked at', async () => {
    const bought = await order(stack);
    await checkout(stack.sandbox.url, bought.order.razorpayOrderId, 'callback_lost', 'none');
    await stack.source.query(`UPDATE orders SET next_poll_at = NULL WHERE id = $1`, [bought.order.orderId]);
    expect((await score('an order that can be paid is looked at')).repaired).toBe(1);
    await eventually(async () => expect(await available(stack, bought.userId)).toBe(100));
  });

  it('I4: counts a paid order whose grant is gone', async () => {
    const bought = await order(stack);
    await stack.admin.query(`UPDATE billing.orders SET state = 'paid' WHERE id = $1`, [bought.order.orderId]);
    const name = 'a purchased lot has a granted payment, and an order at most one';
    expect(await score(name)).toMatchObject({ violations: 1, samples: [bought.order.orderId] });
    await stack.admin.query(`UPDATE billing.orders SET state = 'open' WHERE id = $1`, [bought.order.orderId]);
  });

  it('keeps the last score of what could not be looked at, and looks at the rest', async () => {
    const before = await score('what Razorpay captured is granted');
    await setFault(stack.sandbox.url, 'down');
    const after = await score('what Razorpay captured is granted');
    await reset(stack.sandbox.url);
    expect(after).toEqual(before);
    const { invariants } = await stack.calls.call(billingCalls.listInvariants, {});
    expect(invariants.find(({ invariant }) => invariant === 'I1')?.checkedAt).not.toBe(before.checkedAt);
  });

  it('two replicas do not run a round at once, and what is fresh is not looked at again', async () => {
    const name = 'the balances are the sums of the lots';
    const before = await score(name);
    await stack.get(InvariantMonitor).round();
    const other = stack.source.createQueryRunner();
    await other.query(`SELECT pg_advisory_lock(7105203, hashtext(current_schema()))`);
    const locked = await score(name);
    await other.query(`SELECT pg_advisory_unlock_all()`);
    await other.release();
    expect(locked.checkedAt).toBe(before.checkedAt);
    expect((await score(name)).checkedAt).not.toBe(before.checkedAt);
  });

  it('is kept by rounds of its own, and shown as metrics', async () => {
    const own = await startBillingTestApp({ reconcile: { everyMs: 200 } });
    try {
      const userId = uuidv7();
      await own.ledger.grant({ key: uuidv7(), userId, credits: 5, description: 'Gift', expiresAt: null });
      await own.source.query(`UPDATE accounts SET available = 6 WHERE user_id = $1`, [userId]);
      await eventually(async () => {
        const text = await metrics.metrics();
        expect(text).toMatch(
          /luit_invariant_violations\{invariant="I1",name="the balances are the sums of the lots"\} 1\n/,
        );
        expect(text).toMatch(/luit_invariant_last_run_timestamp_seconds\{invariant="I4"[^}]*\} \d{10}/);
      });
    } finally {
      await own.close();
    }
  });

  it('a payment that another road brings while the sweep looks is granted once', async () => {
    const bought = await order(stack);
    const paid = await checkout(stack.sandbox.url, bought.order.razorpayOrderId, 'success', 'none');
    await Promise.all([
      stack.get(InvariantMonitor).round(true),
      ...Array.from({ length: 5 }, () => stack.calls.call(billingCalls.verifyPayment, paid)),
    ]);
    expect(await available(stack, bought.userId)).toBe(100);
  });
});
