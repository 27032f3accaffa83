import { billingCalls } from '@luit/contracts/billing/messages';
import { type RefundReason, refundCalls } from '@luit/contracts/billing/refunds';
import { generationEvents } from '@luit/contracts/generation/messages';
import { metrics } from '@luit/platform/metrics/metrics';
import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { eventually } from '@luit/platform/testing/eventually';
import { rowsOf } from '@luit/platform/testing/full-tables';
import { uuidv7 } from 'uuidv7';
import { AlertCauses } from '../reconciliation/alert-causes';
import { findOverdueRefunds, REFUND_IS_PAID } from '../reconciliation/billing-checks';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { checkout, reset, setFault } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { order, pay, payUnmatched } from '../testing/purchases';
import { MoneyReporter } from '../payments/money-reporter';

/** A way in which Luit comes to owe a refund. */
interface Origin {
  reason: RefundReason;
  /** The SQL functions and calls of the contract that lead to it. */
  uses: string[];
  /** @returns Razorpay's id of the payment that must be refunded */
  create(): Promise<string>;
}

/** Each way ends with a refund that is paid, or one that operators see. */
describe('refunds that Luit owes', () => {
  let app: BillingTestApp;

  beforeAll(async () => {
    app = await startBillingTestApp({ refundScheduleMs: [300], timeoutMs: 500 });
  });
  afterEach(async () => {
    await reset(app.sandbox.url);
    await expectInvariantsHold(app.source);
  });
  afterAll(() => app.close());

  async function payForVideo(): Promise<{ requestId: string; accountId: string; paymentId: string }> {
    const ids = { requestId: uuidv7(), accountId: uuidv7() };
    const { razorpayOrderId } = await app.calls.call(billingCalls.createVideoOrder, {
      ...ids,
      ...{ buyer: null, email: null, planId: '5s-480p', planName: 'Standard Video', duration: 5, credits: 18 },
    });
    const paid = await checkout(app.sandbox.url, razorpayOrderId, 'success', 'none');
    await app.calls.call(billingCalls.verifyPayment, paid);
    return { ...ids, paymentId: paid.razorpayPaymentId };
  }

  async function settle({ requestId, accountId }: { requestId: string; accountId: string }, outcome: string) {
    const payload = { requestId, userId: accountId, outcome, credits: 18, reason: null };
    await app.events.add(generationEvents.requestSettled.name, { payload }, { jobId: uuidv7() });
    await eventually(async () => {
      const { held, available } = await app.calls.call(billingCalls.getBalance, { userId: accountId });
      const [hold] = await app.source.query<{ state: string }[]>(`SELECT state FROM holds WHERE id = $1`, [requestId]);
      expect([hold?.state !== 'held', held + available >= 0]).toEqual([true, true]);
    });
  }

  const ORIGINS: Record<string, Origin> = {
    'a guest’s or user’s directly paid video that failed': {
      reason: 'job_failed',
      uses: ['refund_video'],
      create: async () => {
        const video = await payForVideo();
        await settle(video, 'failed');
        return video.paymentId;
      },
    },
    'a directly paid video that support refunds': {
      reason: 'job_failed',
      uses: [],
      create: async () => {
        const video = await payForVideo();
        await settle(video, 'succeeded');
        await app.calls.call(billingCalls.refundJob, video);
        return video.paymentId;
      },
    },
    'a creator’s refund of unused credits': {
      reason: 'unused_credits',
      uses: ['refundPurchase'],
      create: async () => {
        const paid = await pay(app);
        await app.calls.call(billingCalls.refundPurchase, { ...paid, idempotencyKey: uuidv7() });
        return paid.paymentId;
      },
    },
    'unused credits of an account that is deleted': {
      reason: 'unused_credits',
      uses: ['refundUnusedCredits', 'refund_unused_credits'],
      create: async () => {
        const paid = await pay(app);
        await app.calls.call(billingCalls.freezeAccount, paid);
        await app.calls.call(billingCalls.refundUnusedCredits, paid);
        return paid.paymentId;
      },
    },
    'an operator’s refund': {
      reason: 'operator',
      uses: ['refundTransaction'],
      create: async () => {
        const paid = await pay(app);
        await app.calls.call(billingCalls.refundTransaction, {
          ...{ adminId: uuidv7(), transactionId: paid.transactionId, amountPaise: 5_000 },
          ...{ reason: 'broken video', idempotencyKey: uuidv7() },
        });
        return paid.paymentId;
      },
    },
    'an operator’s refund of a payment that does not match its order': {
      reason: 'operator',
      uses: ['refundUnmatched'],
      create: async () => {
        const paymentId = await payUnmatched(app);
        const refund = { adminId: uuidv7(), paymentId, reason: 'wrong amount' };
        await app.calls.call(billingCalls.refundUnmatched, refund);
        return paymentId;
      },
    },
    'a second payment of an order': {
      reason: 'second_payment',
      uses: ['settle_payment'],
      create: async () => {
        const { razorpayOrderId } = await pay(app);
        const second = await checkout(app.sandbox.url, razorpayOrderId, 'success', 'none');
        await expect(app.calls.call(billingCalls.verifyPayment, second)).rejects.toMatchObject({ code: 'conflict' });
        return second.razorpayPaymentId;
      },
    },
    'a payment that arrives after its account was closed': {
      reason: 'account_closed',
      uses: ['settle_payment'],
      create: async () => {
        const { userId, order: created } = await order(app);
        await app.calls.call(billingCalls.freezeAccount, { userId });
        const paid = await checkout(app.sandbox.url, created.razorpayOrderId, 'success', 'none');
        await expect(app.calls.call(billingCalls.verifyPayment, paid)).rejects.toMatchObject({
          code: 'account_closed',
        });
        return paid.razorpayPaymentId;
      },
    },
  };
  /** Retries, reads, or records that it was paid in another way. */
  const CREATE_NOTHING = [
    ...['previewRefund', 'quoteUnusedCredits', 'retryRefund', 'recordRefundPaid', 'reject_refund', 'request_refund'],
  ];

  async function refundOf(paymentId: string): Promise<{ id: string; state: string; reason: string }> {
    return eventually(async () => {
      const [row] = await app.source.query<{ id: string; state: string; reason: string }[]>(
        `SELECT id, state, reason FROM refunds WHERE payment_id = $1`,
        [paymentId],
      );
      if (!row) throw new Error('No refund yet');
      return row;
    });
  }

  /** Where operators see the refund. */
  async function seenBy(refundId: string): Promise<{ isAlerted: boolean; isViolation: boolean; overdue: number }> {
    const alerts = await app.get(AlertCauses).list();
    const { samples = [] } = await findOverdueRefunds((sql, values) => app.source.query(sql, values));
    await app.get(MoneyReporter).measure();
    const text = await metrics.getSingleMetricAsString('luit_owed_refunds');
    return {
      isAlerted: alerts.some(({ kind, subject }) => kind === 'refund_overdue' && subject === refundId),
      isViolation: samples.includes(refundId),
      overdue: Number(/luit_owed_refunds\{state="overdue"\} (\d+)/.exec(text)?.[1]),
    };
  }

  it('are an invariant that the monitor checks', async () => {
    await setFault(app.sandbox.url, 'low_balance');
    const paid = await pay(app);
    const { paymentId } = paid;
    await app.calls.call(billingCalls.refundPurchase, { ...paid, idempotencyKey: uuidv7() });
    const { id } = await refundOf(paymentId);
    await app.source.query(`UPDATE refunds SET created_at = now() - interval '61 minutes' WHERE id = $1`, [id]);
    await app.get(InvariantMonitor).round(true);
    const { invariants } = await app.calls.call(billingCalls.listInvariants, {});
    expect(invariants.find(({ name }) => name === REFUND_IS_PAID)).toMatchObject({ violations: 1, samples: [id] });
    const kinds = (await app.get(AlertCauses).list()).map(({ kind }) => kind);
    expect(kinds).toEqual(['refund_overdue']);
    await reset(app.sandbox.url);
    await eventually(async () => expect((await refundOf(paymentId)).state).toBe('processed'));
  });

  it('have an origin in this test for each reason, SQL function and call', async () => {
    const [constraint] = await app.admin.query<{ text: string }[]>(
      `SELECT check_clause AS text FROM information_schema.check_constraints
        WHERE constraint_schema = current_schema() AND constraint_name = 'refunds_reason_check'`,
    );
    const reasons = [...(constraint?.text ?? '').matchAll(/'(\w+)'::text/g)].map(([, reason]) => reason);
    // Refunds in Razorpay's dashboard are not owed by Luit.
    expect(reasons.sort()).toEqual(
      [...new Set([...Object.values(ORIGINS).map(({ reason }) => reason), 'dashboard'])].sort(),
    );
    const functions = await app.source.query<{ name: string }[]>(
      `SELECT proname AS name FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND prosrc ~ '\\mrequest_refund\\('`,
    );
    const covered = new Set([...Object.values(ORIGINS).flatMap(({ uses }) => uses), ...CREATE_NOTHING]);
    const entries = [...functions.map(({ name }) => name), ...Object.keys(refundCalls)];
    expect(entries.filter((name) => !covered.has(name))).toEqual([]);
  });

  it.each(rowsOf(Object.entries(ORIGINS), (_origin, index) => index === 0))('%s is paid', async (_name, origin) => {
    const paymentId = await origin.create();
    await eventually(async () => expect((await refundOf(paymentId)).state).toBe('processed'));
  });

  describe.each(Object.entries(ORIGINS))('%s', (name, origin) => {
    const isFirst = name === Object.keys(ORIGINS)[0];
    const faults = ['low_balance', 'error:500', 'refund_fails', 'down'];

    // A refund is sent in the same way regardless of its origin.
    it.each(rowsOf(faults, (_kind, index) => isFirst || index === 0))(
      'is seen by operators while Razorpay has the fault %s, and is paid afterward',
      async (kind) => {
        // The other faults would also prevent the payment.
        await setFault(app.sandbox.url, kind === 'refund_fails' ? kind : 'low_balance');
        const paymentId = await origin.create();
        await setFault(app.sandbox.url, kind === 'refund_fails' ? 'low_balance' : kind);
        const { id, state, reason } = await refundOf(paymentId);
        expect({ state, reason }).toEqual({ state: 'requested', reason: origin.reason });
        await app.source.query(`UPDATE refunds SET created_at = now() - interval '61 minutes' WHERE id = $1`, [id]);
        await eventually(async () => expect((await app.get(AlertCauses).list()).length).toBe(1));
        expect(await seenBy(id)).toEqual({ isAlerted: true, isViolation: true, overdue: 1 });
        await reset(app.sandbox.url);
        await eventually(async () => expect((await refundOf(paymentId)).state).toBe('processed'));
        expect(await seenBy(id)).toEqual({ isAlerted: false, isViolation: false, overdue: 0 });
      },
    );
  });
});
