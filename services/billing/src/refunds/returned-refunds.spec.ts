import { billingCalls } from '@luit/contracts/billing/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { AlertCauses } from '../reconciliation/alert-causes';
import { findOverdueRefunds } from '../reconciliation/billing-checks';
import { RefundReconciler } from '../reconciliation/refund-reconciler';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { dispute, failRefund, refundInDashboard, reset, setFault } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { available, pay, signedWebhook } from '../testing/purchases';
import { refundRows } from '../testing/refund-rows';

describe('refunds that the bank fails after they were paid', () => {
  let app: BillingTestApp;
  let { request, rowOf, until, progressOf, atRazorpay } = {} as ReturnType<typeof refundRows>;

  beforeAll(async () => {
    app = await startBillingTestApp({ refundScheduleMs: [200], timeoutMs: 500 });
    ({ request, rowOf, until, progressOf, atRazorpay } = refundRows(app));
  });
  afterEach(async () => {
    await reset(app.sandbox.url);
    await expectInvariantsHold(app.source);
  });
  afterAll(() => app.close());

  async function seen(refundId: string): Promise<{ alerts: number; violations: number }> {
    const causes = await app.get(AlertCauses).list();
    const { violations } = await findOverdueRefunds((sql, values) => app.source.query(sql, values));
    return { alerts: causes.filter(({ subject }) => subject === refundId).length, violations };
  }

  async function mailedSends(refundId: string): Promise<number[]> {
    const rows = await app.source.query<{ send: number }[]>(
      `SELECT (payload ->> 'send')::int AS send FROM outbox
          WHERE name = 'billing.refundPaid' AND payload ->> 'refundId' = $1 ORDER BY id`,
      [refundId],
    );
    return rows.map(({ send }) => send);
  }

  async function refundedPaise(): Promise<number> {
    const [row] = await app.source.query<{ paise: number }[]>(
      `SELECT coalesce(sum(refunded_paise), 0)::float8 AS paise FROM current_daily_totals`,
    );
    return row?.paise ?? 0;
  }

  const report = (refund: object | undefined, status: string) =>
    app.calls.call(
      billingCalls.receiveWebhook,
      signedWebhook(app.sandbox.razorpay.webhookSecret, {
        event: `refund.${status}`,
        payload: { refund: { entity: { ...refund, status } } },
      }),
    );

  /** Razorpay accepts nothing until `reset`, so that the refund stays owed. */
  async function failAtBank(paymentId: string): Promise<void> {
    const [refund] = await atRazorpay(paymentId);
    await setFault(app.sandbox.url, 'low_balance');
    await failRefund(app.sandbox.url, refund?.id ?? '');
    await report(refund, 'failed');
  }

  const isOwed = { state: 'requested', razorpay_refund_id: null, delayed_since: expect.any(Date) as Date };
  const statuses = async (paymentId: string) => (await atRazorpay(paymentId)).map(({ status }) => status).sort();

  it.each(['operator', 'job_failed'] as const)('are owed again (%s), and are paid once', async (reason) => {
    const paid = await pay(app);
    const before = await refundedPaise();
    const { refundId } = await request(paid, { reason });
    await until(refundId, { state: 'processed' });
    await app.source.query(`UPDATE refunds SET created_at = now() - interval '20 days' WHERE id = $1`, [refundId]);
    await failAtBank(paid.paymentId);
    await until(refundId, { ...isOwed, last_error: '400: invalid request sent' });
    expect(await seen(refundId)).toEqual({ alerts: 1, violations: 1 });
    expect(await available(app, paid.userId)).toBe(0);
    expect(await refundedPaise()).toBe(before);
    await expectInvariantsHold(app.source);
    const statement = await app.calls.call(billingCalls.getOrderStatement, { reference: paid.orderId });
    expect(statement).toMatchObject({
      refunds: [{ id: refundId, state: 'requested', isOverdue: true, isAccepted: false }],
      money: { refundPendingPaise: 9_900, refundedPaise: 0 },
      creditSums: { heldForRefunds: 0, refunded: 100 },
    });
    await reset(app.sandbox.url);
    await until(refundId, { state: 'processed', delayed_since: null, last_error: null });
    expect(await progressOf(refundId)).toEqual(['sent', 'delayed', 'sent']);
    const mailed = await mailedSends(refundId);
    expect([mailed.length, new Set(mailed).size]).toEqual([2, 2]);
    expect(await seen(refundId)).toEqual({ alerts: 0, violations: 0 });
    expect(await available(app, paid.userId)).toBe(0);
    expect(await refundedPaise()).toBe(before + 9_900);
    expect(await statuses(paid.paymentId)).toEqual(['failed', 'processed']);
  });

  it('are owed again when only the list of refunds reports it, and late reports change nothing', async () => {
    const paid = await pay(app);
    const { refundId } = await request(paid);
    await until(refundId, { state: 'processed' });
    const [refund] = await atRazorpay(paid.paymentId);
    await setFault(app.sandbox.url, 'low_balance');
    await failRefund(app.sandbox.url, refund?.id ?? '');
    await app.get(RefundReconciler).recordMissed();
    await until(refundId, isOwed);
    await report(refund, 'processed');
    await report(refund, 'failed');
    await until(refundId, isOwed);
    await reset(app.sandbox.url);
    await until(refundId, { state: 'processed' });
    await report(refund, 'failed');
    expect(await statuses(paid.paymentId)).toEqual(['failed', 'processed']);
    expect(await rowOf(refundId)).toMatchObject({ state: 'processed' });
  });

  it('return their credits if the bank takes the money in a dispute instead', async () => {
    const paid = await pay(app);
    const { refundId } = await request(paid);
    await until(refundId, { state: 'processed' });
    await failAtBank(paid.paymentId);
    await until(refundId, isOwed);
    await dispute(app.sandbox.url, paid.paymentId);
    await app.get(RefundReconciler).recordMissed();
    await until(refundId, { state: 'failed' });
    await expectInvariantsHold(app.source);
    const accounts = await app.source.query<object[]>(
      `SELECT available::int, held::int, receivable::int FROM accounts WHERE user_id = $1`,
      [paid.userId],
    );
    // The dispute took the credits that the refund returned.
    expect(accounts).toEqual([{ available: 0, held: 0, receivable: 0 }]);
  });

  it('are owed by Luit too if they were made in Razorpay’s dashboard', async () => {
    const paid = await pay(app);
    const { paymentId } = paid;
    const razorpayId = await refundInDashboard(app.sandbox.url, paymentId);
    const [refund] = await atRazorpay(paymentId);
    await eventually(async () => expect(await statuses(paymentId)).toEqual(['processed']));
    await report(refund, 'processed');
    const [row] = await app.source.query<{ id: string }[]>(`SELECT id FROM refunds WHERE razorpay_refund_id = $1`, [
      razorpayId,
    ]);
    const refundId = row?.id ?? '';
    await failAtBank(paymentId);
    await report(refund, 'processed');
    await until(refundId, isOwed);
    expect(await seen(refundId)).toMatchObject({ alerts: 1 });
    await expectInvariantsHold(app.source);
    await reset(app.sandbox.url);
    await until(refundId, { state: 'processed', delayed_since: null });
    expect(await available(app, paid.userId)).toBe(0);
    expect(await statuses(paymentId)).toEqual(['failed', 'processed']);
  });
});
