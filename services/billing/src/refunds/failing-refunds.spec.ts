import { billingCalls } from '@luit/contracts/billing/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { RazorpayClient } from '../razorpay/razorpay-client';
import { AlertCauses } from '../reconciliation/alert-causes';
import { RefundReconciler } from '../reconciliation/refund-reconciler';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { dispute, refundInDashboard, reset, setFault } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { refundRows } from '../testing/refund-rows';
import { available, type Paid, pay, payUnmatched, signedWebhook } from '../testing/purchases';
import { RefundsService } from './refunds.service';

describe('refunds that fail', () => {
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

  it('a rejection because of a low balance keeps the refund owed, and it is paid once the balance suffices', async () => {
    const paid = await pay(app);
    await setFault(app.sandbox.url, 'low_balance');
    const { refundId, state } = await request(paid);
    expect(state).toBe('requested');
    await until(refundId, {
      state: 'requested',
      last_error: '400: invalid request sent',
      delayed_since: expect.any(Date) as Date,
    });
    expect(await available(app, paid.userId)).toBe(0);
    expect(await progressOf(refundId)).toEqual(['delayed']);
    await reset(app.sandbox.url);
    await until(refundId, { state: 'processed', last_error: null, delayed_since: null });
    expect((await rowOf(refundId)).send).toBeGreaterThan(1);
    expect((await atRazorpay(paid.paymentId)).map(({ amount, status }) => [amount, status])).toEqual([
      [9_900, 'processed'],
    ]);
    expect(await progressOf(refundId)).toEqual(['delayed', 'sent']);
  });

  it('a refund that the bank fails later is sent again', async () => {
    const paid = await pay(app);
    await setFault(app.sandbox.url, 'refund_fails');
    const { refundId } = await request(paid);
    await until(refundId, { delayed_since: expect.any(Date) as Date, state: 'requested' });
    expect((await rowOf(refundId)).last_error).toMatch(/^The bank failed the refund rfnd_/);
    await reset(app.sandbox.url);
    await until(refundId, { state: 'processed', last_error: null, delayed_since: null });
    const processed = (await atRazorpay(paid.paymentId)).filter(({ status }) => status === 'processed');
    expect(processed).toHaveLength(1);
    expect((await progressOf(refundId)).slice(0, 2)).toEqual(['sent', 'delayed']);
    expect((await progressOf(refundId)).at(-1)).toBe('sent');
  });

  it('a late or repeated report about an earlier send changes nothing', async () => {
    const paid = await pay(app);
    await setFault(app.sandbox.url, 'refund_fails');
    const { refundId } = await request(paid);
    await until(refundId, { send: 2 });
    await reset(app.sandbox.url);
    await until(refundId, { state: 'processed' });
    const before = await rowOf(refundId);
    const failed = (await atRazorpay(paid.paymentId)).find(({ status }) => status === 'failed');
    const event = (name: string, status: string) =>
      signedWebhook(app.sandbox.razorpay.webhookSecret, {
        event: name,
        payload: { refund: { entity: { ...failed, status } } },
      });
    await app.calls.call(billingCalls.receiveWebhook, event('refund.failed', 'failed'));
    await app.calls.call(billingCalls.receiveWebhook, event('refund.created', 'pending'));
    expect(await rowOf(refundId)).toEqual(before);
  });

  it('the payer is told of a delay once the refund could not be sent for ten minutes', async () => {
    const paid = await pay(app);
    await setFault(app.sandbox.url, 'error:503');
    const { refundId } = await request(paid);
    await until(refundId, { last_error: expect.stringMatching(/^503/) as string, delayed_since: null });
    await app.source.query(`UPDATE refunds SET created_at = now() - interval '11 minutes' WHERE id = $1`, [refundId]);
    await until(refundId, { delayed_since: expect.any(Date) as Date, send: 1 });
    expect(await progressOf(refundId)).toEqual(['delayed']);
    await reset(app.sandbox.url);
    await until(refundId, { state: 'processed', send: 1 });
  });

  it('what the dashboard refunded already is not paid again, and the rest is', async () => {
    const paid = await pay(app);
    await setFault(app.sandbox.url, 'low_balance');
    const { refundId } = await request(paid);
    await refundInDashboard(app.sandbox.url, paid.paymentId, { amount: 4_000 });
    await until(refundId, { state: 'failed', last_error: '400: invalid request sent' });
    await reset(app.sandbox.url);
    await eventually(async () => {
      const refunds = await atRazorpay(paid.paymentId);
      expect(refunds.map(({ amount, status }) => [amount, status])).toEqual([
        [5_900, 'processed'],
        [4_000, 'processed'],
      ]);
    });
    await app.get(RefundReconciler).recordMissed();
  });

  it('money that a dispute took is not refunded as well', async () => {
    const paid = await pay(app);
    await setFault(app.sandbox.url, 'low_balance');
    const { refundId } = await request(paid);
    await until(refundId, { delayed_since: expect.any(Date) as Date });
    await dispute(app.sandbox.url, paid.paymentId);
    await app.get(RefundReconciler).recordMissed();
    await until(refundId, { state: 'failed' });
    await reset(app.sandbox.url);
    expect(await atRazorpay(paid.paymentId)).toEqual([]);
  });

  describe('operators', () => {
    const adminId = uuidv7();
    const retry = (refundId: string) => app.calls.call(billingCalls.retryRefund, { adminId, refundId });
    const actions = async (subject: string) =>
      (
        await app.source.query<{ action: string }[]>(
          `SELECT payload ->> 'action' AS action FROM outbox WHERE name = 'billing.operatorActed' AND payload ->> 'subject' = $1`,
          [subject],
        )
      ).map(({ action }) => action);

    /** Owed, and no attempt runs. */
    async function owed(): Promise<{ paid: Paid; refundId: string }> {
      const paid = await pay(app);
      await setFault(app.sandbox.url, 'low_balance');
      const { refundId } = await request(paid);
      await until(refundId, { delayed_since: expect.any(Date) as Date });
      await app.source.query(
        `UPDATE refunds SET next_attempt_at = now() + interval '1 hour', attempted_at = now() - interval '1 minute' WHERE id = $1`,
        [refundId],
      );
      return { paid, refundId };
    }

    it('retry a refund at once, and see its attempts and last error', async () => {
      const { paid, refundId } = await owed();
      const { refunds } = await app.calls.call(billingCalls.getOrderStatement, { reference: paid.orderId });
      expect(refunds).toMatchObject([
        {
          id: refundId,
          state: 'requested',
          isOverdue: true,
          isAccepted: false,
          lastError: '400: invalid request sent',
        },
      ]);
      const { attempts } = await rowOf(refundId);
      const retried = await retry(refundId);
      expect(retried).toMatchObject({ state: 'requested', isOverdue: true });
      expect(retried.attempts).toBeGreaterThan(attempts);
      await reset(app.sandbox.url);
      await until(refundId, { state: 'processed' });
      expect(await retry(refundId)).toMatchObject({ state: 'processed', isOverdue: false, lastError: null });
      expect(await actions(refundId)).toEqual(['refund_retried']);
      expect((await atRazorpay(paid.paymentId)).map(({ amount }) => amount)).toEqual([9_900]);
    });

    describe('record that a refund was paid in another way', () => {
      const reference = 'UTR 123456789012';
      const record = (refundId: string, changes: object = {}) =>
        app.calls.call(billingCalls.recordRefundPaid, {
          adminId,
          refundId,
          reference,
          reason: 'closed card',
          ...changes,
        });

      it('once, and the payer is told the reference', async () => {
        const { paid, refundId } = await owed();
        const causes = async () => (await app.get(AlertCauses).list()).filter(({ subject }) => subject === refundId);
        expect(await causes()).toHaveLength(1);
        const results = await Promise.allSettled([record(refundId), record(refundId)]);
        expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
        expect(await record(refundId)).toMatchObject({ state: 'processed', isOverdue: false, nextAttemptAt: null });
        expect(await causes()).toEqual([]);
        expect(await actions(refundId)).toEqual(['refund_paid_otherwise']);
        expect(await progressOf(refundId)).toEqual(['delayed', 'paid_otherwise']);
        const events = await app.source.query<{ payload: object }[]>(
          `SELECT payload FROM outbox WHERE name = 'billing.refundPaid' AND payload ->> 'refundId' = $1`,
          [refundId],
        );
        expect(events).toMatchObject([{ payload: { paidReference: reference, amountPaise: 9_900 } }]);
        expect(await available(app, paid.userId)).toBe(0);
        const { lines, money } = await app.calls.call(billingCalls.getOrderStatement, { reference: paid.orderId });
        expect(lines.filter(({ kind }) => kind === 'refund_processed')).toMatchObject([{ note: reference }]);
        expect(money).toMatchObject({ refundedPaise: 9_900, refundPendingPaise: 0 });
        await reset(app.sandbox.url);
        await expect(record(refundId, { reference: 'UTR 2' })).rejects.toMatchObject({ code: 'conflict' });
        await expect(
          app.get(RefundsService).refundPayment({
            ...{ paymentId: paid.paymentId, amountPaise: 9_900, reason: 'operator', key: uuidv7() },
          }),
        ).rejects.toMatchObject({ code: 'not_refundable' });
        expect(await atRazorpay(paid.paymentId)).toEqual([]);
      });

      it('not while an attempt may run, Razorpay does not answer, or the amount needs approval', async () => {
        const { refundId } = await owed();
        await app.source.query(`UPDATE refunds SET attempted_at = now() WHERE id = $1`, [refundId]);
        await expect(record(refundId)).rejects.toMatchObject({ code: 'unavailable' });
        const settle = () =>
          app.source.query(`UPDATE refunds SET attempted_at = now() - interval '1 minute' WHERE id = $1`, [refundId]);
        await settle();
        await setFault(app.sandbox.url, 'error:503');
        await expect(record(refundId)).rejects.toMatchObject({ code: 'unavailable' });
        await reset(app.sandbox.url);
        await settle();
        const limits = { refundPaise: 9_899, credits: null };
        await app.calls.call(billingCalls.changeSettings, { adminId, approveAbove: limits });
        await expect(record(refundId)).rejects.toMatchObject({ code: 'approval_required' });
        expect(await rowOf(refundId)).toMatchObject({ state: 'requested' });
        await settle();
        const action = { kind: 'refund_paid_otherwise', refundId, reference } as const;
        const { id: approvalId } = await app.calls.call(billingCalls.requestApproval, {
          ...{
            adminId,
            operatorEmail: 'a@example.com',
            action,
            preview: {},
            reason: 'closed card',
            idempotencyKey: uuidv7(),
          },
        });
        const second = { approvalId, adminId: uuidv7(), operatorEmail: 'b@example.com' };
        expect(await app.calls.call(billingCalls.approve, second)).toMatchObject({ state: 'executed' });
        expect(await rowOf(refundId)).toMatchObject({ state: 'processed', razorpay_refund_id: null });
        await app.calls.call(billingCalls.changeSettings, { adminId, approveAbove: { ...limits, refundPaise: null } });
      });

      it('not if Razorpay has the refund after all, is unknown, or is settled', async () => {
        const { paid, refundId } = await owed();
        const later = `UPDATE refunds SET next_attempt_at = now() + interval '1 hour' WHERE id = $1`;
        await app.source.query(later, [refundId]);
        await reset(app.sandbox.url);
        // The answer of an earlier attempt was lost.
        const { send } = await rowOf(refundId);
        await app
          .get(RazorpayClient)
          .refund(
            paid.paymentId,
            JSON.stringify({ amount: 9_900, receipt: `${refundId.replaceAll('-', '')}-${send}` }),
            `${refundId}-lost`,
          );
        await expect(record(refundId)).rejects.toMatchObject({ code: 'conflict' });
        await app.source.query(`UPDATE refunds SET next_attempt_at = now() WHERE id = $1 AND state = 'requested'`, [
          refundId,
        ]);
        await until(refundId, { state: 'processed' });
        await expect(record(refundId)).rejects.toMatchObject({ code: 'conflict' });
        expect(await actions(refundId)).toEqual([]);
        for (const id of [uuidv7(), 'x']) await expect(record(id)).rejects.toMatchObject({ code: 'not_found' });
      });
    });

    it('do not overlap with an attempt that may still run', async () => {
      const paid = await pay(app);
      await setFault(app.sandbox.url, 'low_balance');
      const { refundId } = await request(paid);
      await app.source.query(
        `UPDATE refunds SET next_attempt_at = now() + interval '1 hour', attempted_at = now() WHERE id = $1`,
        [refundId],
      );
      const results = await Promise.all([retry(refundId), retry(refundId), retry(refundId)]);
      for (const { nextAttemptAt } of results) {
        expect(Date.parse(nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(20_000);
      }
      expect(await actions(refundId)).toEqual(['refund_retried']);
      await app.source.query(`UPDATE refunds SET next_attempt_at = now() WHERE id = $1`, [refundId]);
    });

    it('refund a payment that does not match its order once, in full', async () => {
      const paymentId = await payUnmatched(app);
      const statement = () => app.calls.call(billingCalls.getOrderStatement, { reference: paymentId });
      expect((await statement()).unmatchedPayments).toEqual([{ id: paymentId, amountPaise: 100, currency: 'INR' }]);
      const refund = () => app.calls.call(billingCalls.refundUnmatched, { adminId, paymentId, reason: 'wrong amount' });
      const receipts = await Promise.all([refund(), refund(), refund()]);
      expect(new Set(receipts.map(({ refundId }) => refundId)).size).toBe(1);
      expect(receipts[0]).toMatchObject({ amountPaise: 100, credits: 0 });
      await until(receipts[0].refundId, { state: 'processed' });
      expect((await atRazorpay(paymentId)).map(({ amount }) => amount)).toEqual([100]);
      expect(await actions(paymentId)).toEqual(['unmatched_payment_refunded']);
      expect((await statement()).unmatchedPayments).toEqual([]);
      const causes = await app.get(AlertCauses).list();
      expect(causes.filter(({ summary }) => summary.includes(paymentId))).toEqual([]);
    });

    it('cannot retry what is unknown, or refund a payment that was granted', async () => {
      const paid = await pay(app);
      await expect(retry(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
      await expect(retry('x')).rejects.toMatchObject({ code: 'not_found' });
      await expect(
        app.calls.call(billingCalls.refundUnmatched, { adminId, paymentId: paid.paymentId, reason: 'wrong amount' }),
      ).rejects.toMatchObject({ code: 'not_found' });
    });
  });
});
