import { billingCalls } from '@luit/contracts/billing/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { order, type Paid, pay } from '../testing/purchases';
import { checkout, dispute, endDispute, failRefund, refundInDashboard } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver';
import { AlertCauses } from '../reconciliation/alert-causes';
import { RefundReconciler } from '../reconciliation/refund-reconciler';
import { RefundsService } from './refunds.service';

interface Account {
  available: number;
  held: number;
  receivable: number;
}

describe('refunds and disputes initiated outside Luit', () => {
  let app: BillingTestApp;
  let receiver: WebhookReceiver;
  let ledger: BillingTestApp['ledger'];

  beforeAll(async () => {
    app = await startBillingTestApp({ refundScheduleMs: [200] });
    receiver = await startWebhookReceiver(app.calls);
    app.sandbox.setRazorpayWebhookUrl(receiver.url);
    ledger = app.ledger;
  });

  afterEach(() => expectInvariantsHold(app.source));

  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  async function accountOf(userId: string): Promise<Account> {
    const [row] = await app.source.query<Record<keyof Account, string>[]>(
      `SELECT available, held, receivable FROM accounts WHERE user_id = $1`,
      [userId],
    );
    return { available: Number(row?.available), held: Number(row?.held), receivable: Number(row?.receivable) };
  }

  /** Without webhooks, the reconciler has to find the refunds and disputes. */
  async function reconcile(webhooks: string): Promise<void> {
    if (webhooks === 'none') await app.get(RefundReconciler).recordMissed();
  }

  const untilAccount = (userId: string, expected: Partial<Account>) =>
    eventually(async () => expect(await accountOf(userId)).toMatchObject(expected));

  const spend = (paid: Paid, credits: number) => ledger.deduct(uuidv7(), paid.userId, credits, 'video_generation');
  const grant = (userId: string, credits: number) =>
    ledger.grant({ key: uuidv7(), userId, credits, description: 'Promotion', expiresAt: null });

  async function stateOfDispute(id: string): Promise<string | undefined> {
    const [row] = await app.source.query<{ state: string }[]>(`SELECT state FROM disputes WHERE id = $1`, [id]);
    return row?.state;
  }

  // Webhooks in order, reordered, duplicated, and none, so that only reconciliation finds the changes.
  describe.each(['normal', 'reordered', 'duplicate', 'none'])('reported by webhooks: %s', (webhooks) => {
    it('a refund in the dashboard takes the credits of its lot', async () => {
      const paid = await pay(app);
      await refundInDashboard(app.sandbox.url, paid.paymentId, { amount: 4_950, webhooks });
      await reconcile(webhooks);
      await untilAccount(paid.userId, { available: 50, receivable: 0 });
      await eventually(async () => {
        const { transactions } = await app.calls.call(billingCalls.listTransactions, {
          ...paid,
          limit: 9,
          offset: 0,
        });
        expect(transactions).toMatchObject([
          { type: 'refund', amount: -50, amountPaise: 4_950 },
          { type: 'purchase', refunded: { amountPaise: 4_950, credits: 50, status: 'completed' } },
        ]);
      });
      const published = await app.source.query<unknown[]>(
        `SELECT FROM outbox WHERE name = 'billing.refundPaid' AND payload ->> 'accountId' = $1`,
        [paid.userId],
      );
      expect(published).toHaveLength(1);
    });

    it('a dispute takes the lot, then other credits, then leaves a debt; winning it reverses everything', async () => {
      const paid = await pay(app);
      await spend(paid, 70);
      await grant(paid.userId, 10);
      const id = await dispute(app.sandbox.url, paid.paymentId, { webhooks });
      await reconcile(webhooks);
      await untilAccount(paid.userId, { available: 0, receivable: 60 });
      await endDispute(app.sandbox.url, id, 'won', webhooks);
      await reconcile(webhooks);
      await untilAccount(paid.userId, { available: 40, receivable: 0 });
    });

    it('a lost dispute keeps its credits, and the next grants repay the debt first', async () => {
      const paid = await pay(app);
      await spend(paid, 70);
      const id = await dispute(app.sandbox.url, paid.paymentId, { webhooks });
      await reconcile(webhooks);
      await untilAccount(paid.userId, { available: 0, receivable: 70 });
      await endDispute(app.sandbox.url, id, 'lost', webhooks);
      await reconcile(webhooks);
      await eventually(async () => expect(await stateOfDispute(id)).toBe('lost'));
      await grant(paid.userId, 50);
      expect(await accountOf(paid.userId)).toEqual({ available: 0, held: 0, receivable: 20 });
      await grant(paid.userId, 50);
      expect(await accountOf(paid.userId)).toEqual({ available: 30, held: 0, receivable: 0 });
    });
  });

  it('winning a dispute after its debt was repaid returns the credits to the lots that repaid it', async () => {
    const paid = await pay(app);
    await spend(paid, 100);
    const id = await dispute(app.sandbox.url, paid.paymentId);
    await untilAccount(paid.userId, { receivable: 100 });
    await grant(paid.userId, 30);
    await grant(paid.userId, 40);
    expect(await accountOf(paid.userId)).toMatchObject({ available: 0, receivable: 30 });
    await endDispute(app.sandbox.url, id, 'won');
    await untilAccount(paid.userId, { available: 70, receivable: 0 });
  });

  it('a dispute that is reported as won before it is reported as opened takes nothing', async () => {
    const paid = await pay(app);
    const id = await dispute(app.sandbox.url, paid.paymentId, { webhooks: 'late:0.6' });
    await endDispute(app.sandbox.url, id, 'closed');
    await eventually(async () => expect(await stateOfDispute(id)).toBe('won'));
    await eventually(async () => {
      const late = await app.source.query<unknown[]>(
        `SELECT 1 FROM webhook_events WHERE type = 'payment.dispute.created' AND facts ->> 'id' = $1`,
        [id],
      );
      expect(late).toHaveLength(1);
    });
    expect(await accountOf(paid.userId)).toEqual({ available: 100, held: 0, receivable: 0 });
  });

  it('credits held by a job stay with it, and repay the debt when the job returns them', async () => {
    const paid = await pay(app);
    const holdId = uuidv7();
    await ledger.hold(holdId, paid.userId, 36, 'A video');
    await refundInDashboard(app.sandbox.url, paid.paymentId);
    await untilAccount(paid.userId, { available: 0, held: 36, receivable: 36 });
    await ledger.release(holdId, paid.userId, 'Refund');
    expect(await accountOf(paid.userId)).toEqual({ available: 0, held: 0, receivable: 0 });
  });

  it('a dashboard refund that fails returns the credits', async () => {
    const paid = await pay(app);
    const razorpayId = await refundInDashboard(app.sandbox.url, paid.paymentId);
    await failRefund(app.sandbox.url, razorpayId);
    await eventually(async () => {
      const [row] = await app.source.query<{ state: string }[]>(
        `SELECT coalesce((SELECT state FROM refunds WHERE razorpay_refund_id = $1), 'failed') AS state`,
        [razorpayId],
      );
      expect(row?.state).toBe('failed');
    });
    await untilAccount(paid.userId, { available: 100, receivable: 0 });
  });

  it('a webhook that overtakes the response of Luit’s own refund is not recorded as an external refund', async () => {
    const paid = await pay(app);
    const refunds = app.get(RefundsService);
    const { refundId } = await refunds.refundPayment({
      paymentId: paid.paymentId,
      amountPaise: 9_900,
      reason: 'operator',
      key: uuidv7(),
    });
    await eventually(async () => {
      const rows = await app.source.query<{ id: string; state: string }[]>(
        `SELECT id, state FROM refunds WHERE payment_id = $1`,
        [paid.paymentId],
      );
      expect(rows).toEqual([{ id: refundId, state: 'processed' }]);
    });
  });

  it('Luit’s own refund that fails at the bank is sent again, and takes its credits once', async () => {
    const paid = await pay(app);
    const { refundId } = await app.calls.call(billingCalls.refundPurchase, { ...paid, idempotencyKey: uuidv7() });
    const [row] = await app.source.query<{ razorpay_refund_id: string }[]>(
      `SELECT razorpay_refund_id FROM refunds WHERE id = $1`,
      [refundId],
    );
    await failRefund(app.sandbox.url, row?.razorpay_refund_id ?? '');
    await eventually(async () => {
      const rows = await app.source.query<object[]>(`SELECT state, send FROM refunds WHERE payment_id = $1`, [
        paid.paymentId,
      ]);
      expect(rows).toEqual([{ state: 'processed', send: 2 }]);
    });
    await untilAccount(paid.userId, { available: 0, held: 0 });
  });

  it('a payment that was refunded before it was reported is not granted', async () => {
    const { userId, order: created } = await order(app);
    const paid = await checkout(app.sandbox.url, created.razorpayOrderId, 'success', 'none');
    await refundInDashboard(app.sandbox.url, paid.razorpayPaymentId);
    await eventually(async () => {
      const rows = await app.source.query<unknown[]>(`SELECT 1 FROM refunds WHERE payment_id = $1`, [
        paid.razorpayPaymentId,
      ]);
      expect(rows).toHaveLength(1);
    });
    await expect(app.calls.call(billingCalls.verifyPayment, paid)).rejects.toMatchObject({
      code: 'payment_mismatch',
    });
    expect((await app.calls.call(billingCalls.getBalance, { userId })).available).toBe(0);
  });

  it('operators are told of an open dispute and of spent credits that were refunded', async () => {
    const alertsOf = async (subject: string) =>
      (await app.get(AlertCauses).list()).filter((cause) => cause.subject === subject).map(({ kind }) => kind);
    const paid = await pay(app);
    await spend(paid, 99);
    const id = await dispute(app.sandbox.url, paid.paymentId);
    await eventually(async () => expect(await alertsOf(id)).toEqual(['payment_disputed']));
    expect(await alertsOf(paid.userId)).toEqual(['credits_owed']);
    // Already the next day in India.
    await app.source.query(`UPDATE disputes SET respond_by = '2026-12-04T20:00:00Z' WHERE id = $1`, [id]);
    const disputed = (await app.get(AlertCauses).list()).find(({ subject }) => subject === id);
    expect(disputed?.action).toContain('by 5 Dec 2026, 01:30 IST,');
    await endDispute(app.sandbox.url, id, 'won');
    await eventually(async () => expect(await alertsOf(id)).toEqual([]));
    expect(await alertsOf(paid.userId)).toEqual([]);
  });

  it('a mismatched payment that is refunded clears its alert', async () => {
    const bought = await order(app);
    const paymentId = `pay_${uuidv7()}`;
    await app.source.query(
      `INSERT INTO payments (id, order_id, amount_paise, currency, state, source) VALUES ($1, $2, 9910, 'INR', 'mismatch', 'webhook')`,
      [paymentId, bought.order.orderId],
    );
    const kinds = async () => (await app.get(AlertCauses).list()).map(({ kind }) => kind);
    const mismatch = (await app.get(AlertCauses).list()).find(({ kind }) => kind === 'payment_mismatch');
    expect(mismatch?.summary).toContain('of ₹99.10 does not match');
    expect(mismatch?.summary).toMatch(/of ₹99\.00\.$/);
    await app.source.query(
      `INSERT INTO refunds (id, payment_id, user_id, reason, state, amount_paise, credits, idempotency_key, input_hash, settled_at, next_attempt_at)
       SELECT $1::uuid, $2, user_id, 'dashboard', 'processed', 9910, 0, $1::text, '', now(), NULL FROM orders WHERE id = $3`,
      [uuidv7(), paymentId, bought.order.orderId],
    );
    expect(await kinds()).not.toContain('payment_mismatch');
    await app.source.query('DELETE FROM refunds WHERE payment_id = $1', [paymentId]);
    await app.source.query('DELETE FROM payments WHERE id = $1', [paymentId]);
  });
});
