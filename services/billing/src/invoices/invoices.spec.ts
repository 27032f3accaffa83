import { authCalls } from '@luit/contracts/auth/messages';
import type { User } from '@luit/contracts/auth/users';
import { billingCalls, billingEvents } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import { OrderPoller } from '../payments/order-poller';
import type { PaymentSource } from '../payments/settlement.service';
import { type BillingTestApp, startBillingTestApp } from '../testing/billing-test-app';
import { order, paymentOf, type Purchase, webhook } from '../testing/purchases';
import { checkout } from '../testing/checkout';
import { pdfText } from '../testing/pdf-text';
import { expectInvariantsHold } from '../testing/expect-invariants';
import { InvoicePoller } from './invoice-poller';

const SELLER = {
  name: 'Luit Studios Private Limited',
  address: ['12 Mahatma Gandhi Road', 'Guwahati 781001'],
  state: '18',
  gstin: '18AABCU9603R1ZX',
  sac: '998439',
  email: 'billing@luit.example',
};

interface Document {
  kind: string;
  number: string;
  total_paise: string;
  taxable_paise: string;
  cgst_paise: string;
  sgst_paise: string;
  igst_paise: string;
  buyer: object;
}

describe('invoices [G-48]', () => {
  let app: BillingTestApp;
  let auth: { close(): Promise<void> };
  let getUser: (userId: string) => User;

  beforeAll(async () => {
    app = await startBillingTestApp({ invoicing: { seller: SELLER } });
    auth = await startFakeService('auth', app.redis.url, {
      [authCalls.getUser.name]: ({ userId }: { userId: string }) => getUser(userId),
    });
  });

  beforeEach(() => (getUser = (id) => userOf(id)));
  afterEach(() => expectInvariantsHold(app.source));

  afterAll(async () => {
    await auth.close();
    await app.close();
  });

  async function grantedBy(source: PaymentSource = 'webhook', packId = 'popular'): Promise<Purchase> {
    const bought = await order(app, packId);
    if (source === 'webhook') {
      const event = webhook(app.sandbox.razorpay.webhookSecret, 'payment.captured', paymentOf(bought));
      await app.calls.call(billingCalls.receiveWebhook, event);
      return bought;
    }
    const paid = await checkout(app.sandbox.url, bought.order.razorpayOrderId, 'success', 'none');
    if (source === 'verify') await app.calls.call(billingCalls.verifyPayment, paid);
    else {
      await app.source.query('UPDATE orders SET next_poll_at = now() WHERE id = $1', [bought.order.orderId]);
      await app.get(OrderPoller).round();
    }
    return bought;
  }

  const issueDue = () => app.get(InvoicePoller).round();
  const retryNow = () => app.source.query(`UPDATE payments SET invoice_due_at = now() WHERE invoice_id IS NULL`);
  const documentsOf = ({ userId }: Purchase) =>
    app.source.query<Document[]>(`SELECT * FROM invoices WHERE user_id = $1 ORDER BY issued_at, number`, [userId]);
  const purchaseOf = async ({ userId }: Purchase) =>
    (await app.calls.call(billingCalls.listTransactions, { userId, limit: 50, offset: 0 })).transactions.at(-1)?.id ??
    '';
  const textOf = async (transactionId: string, userId: string | null) => {
    const { pdf } = await app.calls.call(billingCalls.getInvoice, { transactionId, userId });
    return pdfText(Buffer.from(pdf, 'base64'));
  };

  const paymentIdOf = async ({ userId }: Purchase) => {
    const [{ id }] = await app.source.query<[{ id: string }]>(
      `SELECT p.id FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.user_id = $1`,
      [userId],
    );
    return id;
  };

  /** Requests a refund and settles it as if Razorpay had processed it. */
  async function refund(bought: Purchase, amountPaise: number): Promise<string> {
    const id = await paymentIdOf(bought);
    const [{ requested }] = await app.source.query<[{ requested: { refundId: string } }]>(
      `SELECT request_refund($1, $2, $3, 'operator', NULL, NULL) AS requested`,
      [uuidv7(), id, amountPaise],
    );
    await app.source.query(`SELECT settle_refund($1, $2, 'processed', NULL, NULL)`, [
      requested.refundId,
      `rfnd_${uuidv7()}`,
    ]);
    return requested.refundId;
  }

  it.each(['verify', 'webhook', 'poller'] as const)(
    'issues one invoice for a payment settled by %s',
    async (source) => {
      const bought = await grantedBy(source);
      await Promise.all(Array.from({ length: 5 }, issueDue));
      const [invoice, ...more] = await documentsOf(bought);
      expect(more).toEqual([]);
      expect(invoice).toMatchObject({ kind: 'invoice', number: expect.stringMatching(/^INV\/\d{4}\/\d{6}$/) });
    },
  );

  it('charges CGST and SGST if the buyer is in the seller’s state or gives none, and IGST otherwise', async () => {
    const [within, unknown, elsewhere] = [await grantedBy(), await grantedBy(), await grantedBy()];
    getUser = (id) => {
      if (id === within.userId) return userOf(id, { name: 'Asha Studio', state: '18' });
      if (id === elsewhere.userId) return userOf(id, { name: 'Bombay Films', state: '27', gstin: '27AAPFU0939F1ZV' });
      return userOf(id);
    };
    await issueDue();
    const halves = {
      total_paise: '99900',
      taxable_paise: '84662',
      cgst_paise: '7619',
      sgst_paise: '7619',
      igst_paise: '0',
    };
    expect(await documentsOf(within)).toMatchObject([{ ...halves, buyer: { name: 'Asha Studio', state: '18' } }]);
    expect(await documentsOf(unknown)).toMatchObject([{ ...halves, buyer: { name: 'Asha Das', state: null } }]);
    expect(await documentsOf(elsewhere)).toMatchObject([
      { total_paise: '99900', taxable_paise: '84661', cgst_paise: '0', igst_paise: '15239' },
    ]);
    const text = await textOf(await purchaseOf(elsewhere), elsewhere.userId);
    for (const part of [
      'Tax invoice',
      'Order ID and payment ID',
      ...SELLER.address,
      SELLER.name,
      `GSTIN ${SELLER.gstin}`,
      'Bombay Films',
      'GSTIN 27AAPFU0939F1ZV',
      'Place of supply Maharashtra (27)',
      'Popular Pack 998439 1,000 ₹846.61',
      'IGST 18% ₹152.39',
      '₹999.00',
      'Rupees nine hundred ninety-nine only',
    ]) {
      expect(text).toContain(part);
    }
    // Letters that are set closely are read as two words.
    expect(text.replaceAll(' ', '')).toContain(elsewhere.order.razorpayOrderId);
  });

  it('an issued invoice stays identical byte for byte when the buyer changes their details', async () => {
    const bought = await grantedBy();
    await issueDue();
    const transactionId = await purchaseOf(bought);
    const get = () => app.calls.call(billingCalls.getInvoice, { transactionId, userId: bought.userId });
    const first = await get();
    getUser = (id) => userOf(id, { name: 'Somebody Else', state: '27' });
    expect(await get()).toEqual(first);
    await expect(app.source.query(`UPDATE invoices SET total_paise = 1`)).rejects.toMatchObject({
      driverError: { code: '23001' },
    });
  });

  it('only its buyer and operators can download an invoice', async () => {
    const bought = await grantedBy();
    const transactionId = await purchaseOf(bought);
    const ask = (userId: string | null, id = transactionId) =>
      app.calls.call(billingCalls.getInvoice, { transactionId: id, userId });
    for (let round = 0; round < 2; round += 1) {
      await expect(ask(uuidv7())).rejects.toMatchObject({ code: 'not_found', status: 404 });
      expect((await ask(null)).number).toBe((await ask(bought.userId)).number);
    }
    await expect(ask(bought.userId, uuidv7())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a directly paid video is billed to its signed-in buyer by name [G-12]', async () => {
    const buyer = { userId: uuidv7(), name: 'Asha Das', email: 'asha@example.com' };
    const created = await app.calls.call(billingCalls.createVideoOrder, {
      requestId: uuidv7(),
      accountId: uuidv7(),
      buyer,
      email: null,
      planId: '5s-480p',
      planName: 'Standard Video',
      duration: 5,
      credits: 18,
    });
    const paid = await checkout(app.sandbox.url, created.razorpayOrderId, 'success', 'none');
    const { transactionId } = await app.calls.call(billingCalls.verifyPayment, paid);
    await issueDue();
    const [document] = await app.source.query<Document[]>(`SELECT * FROM invoices WHERE user_id = $1`, [buyer.userId]);
    expect(document).toMatchObject({ buyer: { name: 'Asha Das' } });
    expect(await textOf(transactionId, buyer.userId)).toContain('Asha Das');
  });

  it('retries when auth is unavailable, and bills deleted accounts without a name', async () => {
    const [unavailable, unknown] = [await grantedBy(), await grantedBy()];
    getUser = (id) => {
      throw id === unknown.userId
        ? new LuitError('user_not_found', 'Account not found')
        : new LuitError('unavailable', 'Not now');
    };
    await issueDue();
    expect(await documentsOf(unavailable)).toEqual([]);
    expect(await documentsOf(unknown)).toMatchObject([{ buyer: { name: null, state: null, gstin: null } }]);
    expect(await textOf(await purchaseOf(unknown), null)).toContain('Customer');
    const deleted = await grantedBy();
    getUser = (id) => ({ ...userOf(id), user_metadata: { name: 'Deleted account', credits: 0, status: 'closed' } });
    await issueDue();
    expect(await documentsOf(deleted)).toMatchObject([{ buyer: { name: null, state: null, gstin: null } }]);
    getUser = (id) => userOf(id);
    await retryNow();
    await issueDue();
    expect(await documentsOf(unavailable)).toHaveLength(1);
  });

  it('a download issues a due invoice at once, and the poller finds payments without an invoice', async () => {
    const bought = await grantedBy();
    expect(await textOf(await purchaseOf(bought), bought.userId)).toContain('Popular Pack');
    const due = await grantedBy();
    await app.source.query(`UPDATE payments SET updated_at = now() - interval '2 hours' WHERE invoice_id IS NULL`);
    await expect(expectInvariantsHold(app.source)).rejects.toThrow('within an hour');
    await issueDue();
    expect(await documentsOf(due)).toHaveLength(1);
  });

  it('invoice numbers have no gaps after failures and races', async () => {
    const bought = await Promise.all(Array.from({ length: 12 }, () => grantedBy()));
    const ids = bought.map(({ userId }) => userId);
    getUser = (id) => {
      if (ids.indexOf(id) % 3 === 0) throw new LuitError('unavailable', 'Not now');
      return userOf(id);
    };
    await Promise.all([issueDue(), issueDue()]);
    // Rolls back a transaction that has already taken the next number.
    await app.source.transaction(async (manager) => {
      await manager.query(
        `SELECT issue_invoice(id, '{"gstin": "x"}', 1800, '{}') FROM payments WHERE invoice_id IS NULL`,
      );
      await manager.query(`ROLLBACK; BEGIN`);
    });
    getUser = (id) => userOf(id);
    await retryNow();
    await Promise.all([issueDue(), issueDue(), issueDue()]);
    const rows = await app.source.query<{ sequence_number: number }[]>(
      `SELECT sequence_number FROM invoices WHERE kind = 'invoice' ORDER BY sequence_number`,
    );
    expect(rows.map(({ sequence_number }) => sequence_number)).toEqual(rows.map((_, index) => index + 1));
  });

  it('each refund gets a credit note, and the credit notes of an invoice add up to it', async () => {
    const bought = await grantedBy();
    getUser = (id) => userOf(id, { name: 'Bombay Films', state: '27' });
    const early = await refund(bought, 33_333);
    await issueDue();
    await issueDue();
    for (const paise of [101, 100, 66_366]) await refund(bought, paise);
    await Promise.all([issueDue(), issueDue()]);
    const [invoice, ...notes] = (await documentsOf(bought)).sort((a, b) => b.kind.localeCompare(a.kind));
    expect(notes.map(({ kind }) => kind)).toEqual(Array(4).fill('credit_note'));
    for (const part of ['total_paise', 'taxable_paise', 'igst_paise'] as const) {
      expect(notes.reduce((sum, note) => sum + Number(note[part]), 0)).toBe(Number(invoice?.[part]));
    }
    const [row] = await app.source.query<[{ transfer_id: string }]>(`SELECT transfer_id FROM refunds WHERE id = $1`, [
      early,
    ]);
    const text = await textOf(row.transfer_id, bought.userId);
    expect(text).toContain('Credit note');
    expect(text).toContain(`${invoice?.number} of`);
    expect(text).toContain('₹333.33');
  });

  it('the payer of an issued document is told once [G-59, G-65]', async () => {
    const bought = await grantedBy();
    await Promise.all(Array.from({ length: 3 }, issueDue));
    const [document] = await documentsOf(bought);
    const events = await app.source.query<{ payload: object }[]>(
      `SELECT payload FROM outbox WHERE name = 'billing.receiptIssued' AND payload ->> 'buyerId' = $1`,
      [bought.userId],
    );
    expect(events.map(({ payload }) => billingEvents.receiptIssued.payload.parse(payload))).toEqual([
      {
        receiptId: expect.any(String) as string,
        kind: 'invoice',
        number: document?.number,
        description: 'Popular Pack',
        amountPaise: 99_900,
        paidAt: expect.any(String) as string,
        buyerId: bought.userId,
        accountId: bought.userId,
        requestId: null,
        orderId: bought.order.orderId,
        razorpayOrderId: bought.order.razorpayOrderId,
        paymentId: await paymentIdOf(bought),
      },
    ]);
    const { userId } = bought;
    const statement = await app.calls.call(billingCalls.listTransactions, { userId, limit: 50, offset: 0 });
    expect(statement.transactions).toMatchObject([{ type: 'purchase', document: 'invoice' }]);
  });

  it('a refund created in Razorpay’s dashboard gets a credit note for the transaction that took its credits', async () => {
    const bought = await grantedBy();
    await app.source.query(`SELECT record_refund($1, $2, 49950, NULL, 'processed', NULL)`, [
      `rfnd_${uuidv7()}`,
      await paymentIdOf(bought),
    ]);
    const { userId } = bought;
    const { transactions } = await app.calls.call(billingCalls.listTransactions, { userId, limit: 50, offset: 0 });
    expect(transactions).toMatchObject([
      { type: 'refund', amountPaise: 49_950, hasCreditNote: true },
      { type: 'purchase' },
    ]);
    const taken = transactions[0]?.id ?? '';
    await expect(textOf(taken, uuidv7())).rejects.toMatchObject({ code: 'not_found' });
    const text = await textOf(taken, userId);
    expect(text).toContain('Credit note');
    expect(text).toContain('₹499.50');
    await issueDue();
    expect(await documentsOf(bought)).toHaveLength(2);
  });
});

function userOf(id: string, profile?: { name: string; state: string; gstin?: string }): User {
  return {
    id,
    email: 'asha@example.com',
    email_confirmed_at: '2026-11-01T00:00:00.000Z',
    created_at: '2026-11-01T00:00:00.000Z',
    last_sign_in_at: null,
    user_metadata: { name: 'Asha Das', credits: 0, status: 'active' },
    language: 'en',
    ...(profile ? { billing_profile: profile } : {}),
  };
}
