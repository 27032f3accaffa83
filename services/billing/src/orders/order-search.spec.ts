import { billingCalls } from '@luit/contracts/billing/messages';
import { uuidv7 } from 'uuidv7';
import { LedgerService } from '../ledger/ledger.service';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { order, type Paid, pay } from '../testing/purchases';

describe('the search for orders', () => {
  let app: BillingTestApp;
  let buyer: Paid;

  beforeAll(async () => {
    app = await startBillingTestApp();
    buyer = await pay(app);
    await pay(app, 'popular');
  });
  afterAll(() => app.close());

  const search = (words: string) => app.calls.call(billingCalls.searchOrders, { words });

  it('an order is found by each id that belongs to it [G-65]', async () => {
    const { refundId } = await app.calls.call(billingCalls.refundTransaction, {
      adminId: uuidv7(),
      transactionId: buyer.transactionId,
      amountPaise: 100,
      reason: 'broken video',
      idempotencyKey: 'k',
    });
    const [ids] = await app.source.query<Record<string, string>[]>(
      `SELECT o.razorpay_order_id, p.id AS payment_id, r.razorpay_refund_id, r.transfer_id
         FROM orders o JOIN payments p ON p.order_id = o.id JOIN refunds r ON r.payment_id = p.id WHERE o.id = $1`,
      [buyer.orderId],
    );
    for (const id of [
      buyer.orderId,
      buyer.transactionId,
      refundId,
      ` ${buyer.orderId.toUpperCase()} `,
      ...Object.values(ids!),
    ]) {
      expect(await search(id)).toMatchObject({
        orders: [
          {
            id: buyer.orderId,
            transaction_id: buyer.transactionId,
            user_id: buyer.userId,
            state: 'paid',
            description: 'Starter Pack',
            amountPaise: 9_900,
          },
        ],
        transactions: [],
      });
    }
  });

  it('an order is found by the number of its invoice', async () => {
    await app.source.query(`SELECT issue_invoice($1, '{"name": "Luit"}', 1800, '{}')`, [buyer.paymentId]);
    const sql = `SELECT number FROM invoices WHERE payment_id = $1 AND corrected_invoice_id IS NULL`;
    const [{ number }] = (await app.source.query<{ number: string }[]>(sql, [buyer.paymentId])) as [{ number: string }];
    expect(await search(number)).toMatchObject({ orders: [{ id: buyer.orderId }] });
  });

  it('an unpaid order is found without a payment', async () => {
    const unpaid = await order(app);
    expect(await search(unpaid.order.orderId)).toMatchObject({
      orders: [{ state: 'open', payment_id: null, transaction_id: null, user_id: unpaid.userId }],
    });
  });

  it('a movement of credits without an order is found by its id', async () => {
    const { userId } = buyer;
    await app.get(LedgerService).deduct(uuidv7(), userId, 18, 'video_generation');
    const [usage] = await app.source.query<{ id: string }[]>(
      `SELECT id FROM transactions WHERE user_id = $1 AND type = 'usage'`,
      [userId],
    );
    expect(await search(usage!.id)).toMatchObject({
      orders: [],
      transactions: [{ id: usage!.id, amount: -18, user_id: userId }],
    });
  });

  it.each(['pay_', 'Starter', '%%', '  ', uuidv7()])('%p finds nothing', async (words) => {
    expect(await search(words)).toEqual({ orders: [], transactions: [] });
  });
});
