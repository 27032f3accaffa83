import { billingCalls } from '@luit/contracts/billing/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { LedgerService } from '../ledger/ledger.service';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { order, type Paid, pay } from '../testing/purchases';
import { checkout, dispute, endDispute, failRefund, refundInDashboard } from '../testing/checkout';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver';
import { RefundReconciler } from '../reconciliation/refund-reconciler';
import { RefundsService } from './refunds.service';

interface Books {
  available: number;
  held: number;
  receivable: number;
}

describe('money taken back without us', () => {
  let stack: BillingTestApp;
  let door: WebhookReceiver;
  let ledger: LedgerService;

  beforeAll(async () => {
    stack = await startBillingTestApp({ refundScheduleMs: [200] });
    door = await startWebhookReceiver(stack.calls);
    stack.sandbox.setRazorpayWebhookUrl(door.url);
    ledger = stack.get(LedgerService);
  });

  afterEach(() => expectInvariantsHold(stack.source));

  afterAll(async () => {
    await stack.close();
    await door.close();
  });

  async function books(userId: string): Promise<Books> {
    const [row] = await stack.source.query<Record<keyof Books, string>[]>(
      `SELECT available, held, receivable FROM accounts WHERE user_id = $1`,
      [userId],
    );
    return { available: Number(row?.available), held: Number(row?.held), receivable: Number(row?.receivable) };
  }

  /** Without webhooks it is the lists that tell. */
  async function hear(webhooks: string): Promise<void> {
    if (webhooks === 'none') await stack.get(RefundReconciler).recordMissed();
  }

  const untilBooks = (userId: string, expected: Partial<Books>) =>
    eventually(async () => expect(await books(userId)).toMatchObject(expected));

  const spend = (paid: Paid, credits: number) => ledger.deduct(uuidv7(), paid.userId, credits, 'video_generation');
  const gift = (userId: string, credits: number) =>
    ledger.grant({ key: uuidv7(), userId, credits, description: 'Gift', expiresAt: null });

  async function stateOfDispute(id: string): Promise<string | undefined> {
    const [row] = await stack.source.query<{ state: string }[]>(`SELECT state FROM disputes WHERE id = $1`, [id]);
    return row?.state;
  }

  // By webhook in their order, turned round, twice each, and by the lists alone.
  describe.each(['normal', 'reordered', 'duplicate', 'none'])('heard of by webhooks: %s', (webhooks) => {
    it('a refund made in the dashboard takes the credits of the lot', async () => {
      const paid = await pay(stack);
      await refundInDashboard(stack.sandbox.url, paid.paymentId, { amount: 4_950, webhooks });
      await hear(webhooks);
      await untilBooks(paid.userId, { available: 50, receivable: 0 });
      await eventually(async () => {
        const { transactions } = await stack.calls.call(billingCalls.listTransactions, {
          ...paid,
          limit: 9,
          offset: 0,
        });
        expect(transactions).toMatchObject([
          { type: 'refund', amount: -50, amountPaise: 4_950 },
          { type: 'purchase', refunded: { amountPaise: 4_950, credits: 50, status: 'completed' } },
        ]);
      });
      const told = await stack.source.query<unknown[]>(
        `SELECT FROM outbox WHERE name = 'billing.refundPaid' AND payload ->> 'accountId' = $1`,
        [paid.userId],
      );
      expect(told).toHaveLength(1);
    });

    it('a dispute takes the lot, then what else there is, and the rest is owed; won, all is as before', async () => {
      const paid = await pay(stack);
      await spend(paid, 70);
      await gift(paid.userId, 10);
      const id = await dispute(stack.sandbox.url, paid.paymentId, { webhooks });
      await hear(webhooks);
      await untilBooks(paid.userId, { available: 0, receivable: 60 });
      await endDispute(stack.sandbox.url, id, 'won', webhooks);
      await hear(webhooks);
      await untilBooks(paid.userId, { available: 40, receivable: 0 });
    });

    it('a lost dispute stays taken, and the next grants repay it first', async () => {
      const paid = await pay(stack);
      await spend(paid, 70);
      const id = await dispute(stack.sandbox.url, paid.paymentId, { webhooks });
      await hear(webhooks);
      await untilBooks(paid.userId, { available: 0, receivable: 70 });
      await endDispute(stack.sandbox.url, id, 'lost', webhooks);
      await hear(webhooks);
      await eventually(async () => expect(await stateOfDispute(id)).toBe('lost'));
      await gift(paid.userId, 50);
      expect(await books(paid.userId)).toEqual({ available: 0, held: 0, receivable: 20 });
      await gift(paid.userId, 50);
      expect(await books(paid.userId)).toEqual({ available: 30, held: 0, receivable: 0 });
    });
  });

  it('a dispute that is won after its debt was repaid gives back to the lots that repaid', async () => {
    const paid = await pay(stack);
    await spend(paid, 100);
    const id = await dispute(stack.sandbox.url, paid.paymentId);
    await untilBooks(paid.userId, { receivable: 100 });
    await gift(paid.userId, 30);
    await gift(paid.userId, 40);
    expect(await books(paid.userId)).toMatchObject({ available: 0, receivable: 30 });
    await endDispute(stack.sandbox.url, id, 'won');
    await untilBooks(paid.userId, { available: 70, receivable: 0 });
  });

  it('a dispute that is won before we heard that it was opened takes nothing', async () => {
    const paid = await pay(stack);
    const id = await dispute(stack.sandbox.url, paid.paymentId, { webhooks: 'late:0.6' });
    await endDispute(stack.sandbox.url, id, 'closed');
    await eventually(async () => expect(await stateOfDispute(id)).toBe('won'));
    await eventually(async () => {
      const late = await stack.source.query<unknown[]>(
        `SELECT 1 FROM webhook_events WHERE type = 'payment.dispute.created' AND facts ->> 'id' = $1`,
        [id],
      );
      expect(late).toHaveLength(1);
    });
    expect(await books(paid.userId)).toEqual({ available: 100, held: 0, receivable: 0 });
  });

  it('credits held by a job stay with it; returned, they repay what is owed', async () => {
    const paid = await pay(stack);
    const holdId = uuidv7();
    await ledger.hold(holdId, paid.userId, 36, 'A video');
    await refundInDashboard(stack.sandbox.url, paid.paymentId);
    await untilBooks(paid.userId, { available: 0, held: 36, receivable: 36 });
    await ledger.release(holdId, paid.userId, 'Refund');
    expect(await books(paid.userId)).toEqual({ available: 0, held: 0, receivable: 0 });
  });

  it('a dashboard refund that fails gives the credits back', async () => {
    const paid = await pay(stack);
    const razorpayId = await refundInDashboard(stack.sandbox.url, paid.paymentId);
    await failRefund(stack.sandbox.url, razorpayId);
    await eventually(async () => {
      const [row] = await stack.source.query<{ state: string }[]>(
        `SELECT coalesce((SELECT state FROM refunds WHERE razorpay_refund_id = $1), 'failed') AS state`,
        [razorpayId],
      );
      expect(row?.state).toBe('failed');
    });
    await untilBooks(paid.userId, { available: 100, receivable: 0 });
  });

  it('our own refund, told by webhook before its answer came, is not taken for another’s', async () => {
    const paid = await pay(stack);
    const refunds = stack.get(RefundsService);
    const { refundId } = await refunds.refundPayment({
      paymentId: paid.paymentId,
      amountPaise: 9_900,
      reason: 'operator',
      key: uuidv7(),
    });
    await eventually(async () => {
      const rows = await stack.source.query<{ id: string; state: string }[]>(
        `SELECT id, state FROM refunds WHERE payment_id = $1`,
        [paid.paymentId],
      );
      expect(rows).toEqual([{ id: refundId, state: 'processed' }]);
    });
  });

  it('ours that fails at the bank puts the credits back', async () => {
    const paid = await pay(stack);
    const { refundId } = await stack.calls.call(billingCalls.refundPurchase, { ...paid, idempotencyKey: uuidv7() });
    const [row] = await stack.source.query<{ razorpay_refund_id: string }[]>(
      `SELECT razorpay_refund_id FROM refunds WHERE id = $1`,
      [refundId],
    );
    await failRefund(stack.sandbox.url, row?.razorpay_refund_id ?? '');
    await untilBooks(paid.userId, { available: 100, held: 0 });
  });

  it('a payment given back before we heard that it was paid grants nothing', async () => {
    const { userId, order: made } = await order(stack);
    const paid = await checkout(stack.sandbox.url, made.razorpayOrderId, 'success', 'none');
    await refundInDashboard(stack.sandbox.url, paid.razorpayPaymentId);
    await eventually(async () => {
      const rows = await stack.source.query<unknown[]>(`SELECT 1 FROM refunds WHERE payment_id = $1`, [
        paid.razorpayPaymentId,
      ]);
      expect(rows).toHaveLength(1);
    });
    await expect(stack.calls.call(billingCalls.verifyPayment, paid)).rejects.toMatchObject({
      code: 'payment_mismatch',
    });
    expect((await stack.calls.call(billingCalls.getBalance, { userId })).available).toBe(0);
  });
});
