import { authCalls } from '@luit/contracts/auth/messages';
import type { User } from '@luit/contracts/auth/users';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { startFakeService } from '@luit/platform/testing/services';
import { uuidv7 } from 'uuidv7';
import { OrderPoller } from '../orders/order-poller';
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

describe('G-48: invoices', () => {
  let stack: BillingTestApp;
  let auth: { close(): Promise<void> };
  let answer: (userId: string) => User;

  beforeAll(async () => {
    stack = await startBillingTestApp({ invoicing: { seller: SELLER } });
    auth = await startFakeService('auth', stack.redis.url, {
      [authCalls.getUser.name]: ({ userId }: { userId: string }) => answer(userId),
    });
  });

  beforeEach(() => (answer = (id) => userOf(id)));
  afterEach(() => expectInvariantsHold(stack.source));

  afterAll(async () => {
    await auth.close();
    await stack.close();
  });

  async function grantedBy(road: 'verify' | 'webhook' | 'poller' = 'webhook', packId = 'popular'): Promise<Purchase> {
    const bought = await order(stack, packId);
    if (road === 'webhook') {
      const event = webhook(stack.sandbox.razorpay.webhookSecret, 'payment.captured', paymentOf(bought));
      await stack.calls.call(billingCalls.receiveWebhook, event);
      return bought;
    }
    const paid = await checkout(stack.sandbox.url, bought.order.razorpayOrderId, 'success', 'none');
    if (road === 'verify') await stack.calls.call(billingCalls.verifyPayment, paid);
    else {
      await stack.source.query('UPDATE orders SET next_poll_at = now() WHERE id = $1', [bought.order.orderId]);
      await stack.get(OrderPoller).round();
    }
    return bought;
  }

  const issueDue = () => stack.get(InvoicePoller).round();
  const retryNow = () => stack.source.query(`UPDATE payments SET invoice_due_at = now() WHERE invoice_id IS NULL`);
  const documentsOf = ({ userId }: Purchase) =>
    stack.source.query<Document[]>(`SELECT * FROM invoices WHERE user_id = $1 ORDER BY issued_at, number`, [userId]);
  const purchaseOf = async ({ userId }: Purchase) =>
    (await stack.calls.call(billingCalls.listTransactions, { userId, limit: 50, offset: 0 })).transactions.at(-1)?.id ??
    '';
  const textOf = async (transactionId: string, userId: string | null) => {
    const { pdf } = await stack.calls.call(billingCalls.getInvoice, { transactionId, userId });
    return pdfText(Buffer.from(pdf, 'base64'));
  };

  const paymentIdOf = async ({ userId }: Purchase) => {
    const [{ id }] = await stack.source.query<[{ id: string }]>(
      `SELECT p.id FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.user_id = $1`,
      [userId],
    );
    return id;
  };

  /** Plays Razorpay's word on a refund of so many paise. */
  async function refunded(bought: Purchase, amountPaise: number): Promise<string> {
    const id = await paymentIdOf(bought);
    const [{ refund }] = await stack.source.query<[{ refund: { refundId: string } }]>(
      `SELECT request_refund($1, $2, $3, 'operator', NULL, NULL) AS refund`,
      [uuidv7(), id, amountPaise],
    );
    await stack.source.query(`SELECT settle_refund($1, $2, 'processed', NULL, NULL)`, [
      refund.refundId,
      `rfnd_${uuidv7()}`,
    ]);
    return refund.refundId;
  }

  it.each(['verify', 'webhook', 'poller'] as const)('issues one for a payment that came by %s', async (road) => {
    const bought = await grantedBy(road);
    await Promise.all(Array.from({ length: 5 }, issueDue));
    const [invoice, ...more] = await documentsOf(bought);
    expect(more).toEqual([]);
    expect(invoice).toMatchObject({ kind: 'invoice', number: expect.stringMatching(/^INV\/\d{4}\/\d{6}$/) });
  });

  it('the buyer’s state decides: CGST and SGST within the seller’s and where none is known, IGST elsewhere', async () => {
    const [within, unknown, elsewhere] = [await grantedBy(), await grantedBy(), await grantedBy()];
    answer = (id) => {
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
  });

  it('keeps what it says for ever: byte for byte, whatever the buyer changes', async () => {
    const bought = await grantedBy();
    await issueDue();
    const transactionId = await purchaseOf(bought);
    const get = () => stack.calls.call(billingCalls.getInvoice, { transactionId, userId: bought.userId });
    const first = await get();
    answer = (id) => userOf(id, { name: 'Somebody Else', state: '27' });
    expect(await get()).toEqual(first);
    await expect(stack.source.query(`UPDATE invoices SET total_paise = 1`)).rejects.toMatchObject({
      driverError: { code: '23001' },
    });
  });

  it('is nobody else’s; an operator sees each', async () => {
    const bought = await grantedBy();
    const transactionId = await purchaseOf(bought);
    const ask = (userId: string | null, id = transactionId) =>
      stack.calls.call(billingCalls.getInvoice, { transactionId: id, userId });
    for (let round = 0; round < 2; round += 1) {
      await expect(ask(uuidv7())).rejects.toMatchObject({ code: 'not_found', status: 404 });
      expect((await ask(null)).number).toBe((await ask(bought.userId)).number);
    }
    await expect(ask(bought.userId, uuidv7())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('G-12: a video paid directly is billed to the one who was signed in, by name', async () => {
    const buyer = { userId: uuidv7(), name: 'Asha Das', email: 'asha@example.com' };
    const made = await stack.calls.call(billingCalls.createVideoOrder, {
      requestId: uuidv7(),
      accountId: uuidv7(),
      buyer,
      email: null,
      planId: '5s-480p',
      planName: 'Standard Video',
      duration: 5,
      credits: 18,
    });
    const paid = await checkout(stack.sandbox.url, made.razorpayOrderId, 'success', 'none');
    const { transactionId } = await stack.calls.call(billingCalls.verifyPayment, paid);
    await issueDue();
    const [document] = await stack.source.query<Document[]>(`SELECT * FROM invoices WHERE user_id = $1`, [
      buyer.userId,
    ]);
    expect(document).toMatchObject({ buyer: { name: 'Asha Das' } });
    expect(await textOf(transactionId, buyer.userId)).toContain('Asha Das');
  });

  it('an account that auth cannot be asked about is tried again; one that is gone is billed without a name', async () => {
    const [later, gone] = [await grantedBy(), await grantedBy()];
    answer = (id) => {
      throw id === gone.userId
        ? new LuitError('user_not_found', 'No such account')
        : new LuitError('unavailable', 'Not now');
    };
    await issueDue();
    expect(await documentsOf(later)).toEqual([]);
    expect(await documentsOf(gone)).toMatchObject([{ buyer: { name: null, state: null, gstin: null } }]);
    expect(await textOf(await purchaseOf(gone), null)).toContain('Customer');
    const forgotten = await grantedBy();
    answer = (id) => ({ ...userOf(id), user_metadata: { name: 'Deleted account', credits: 0, status: 'closed' } });
    await issueDue();
    expect(await documentsOf(forgotten)).toMatchObject([{ buyer: { name: null, state: null, gstin: null } }]);
    answer = (id) => userOf(id);
    await retryNow();
    await issueDue();
    expect(await documentsOf(later)).toHaveLength(1);
  });

  it('one asked for before it was issued is issued then, and a payment that nobody issued for is found', async () => {
    const bought = await grantedBy();
    expect(await textOf(await purchaseOf(bought), bought.userId)).toContain('Popular Pack');
    const forgotten = await grantedBy();
    await stack.source.query(`UPDATE payments SET updated_at = now() - interval '2 hours' WHERE invoice_id IS NULL`);
    await expect(expectInvariantsHold(stack.source)).rejects.toThrow('within an hour');
    await issueDue();
    expect(await documentsOf(forgotten)).toHaveLength(1);
  });

  it('numbers run on without a gap through failures and races', async () => {
    const bought = await Promise.all(Array.from({ length: 12 }, () => grantedBy()));
    const ids = bought.map(({ userId }) => userId);
    answer = (id) => {
      if (ids.indexOf(id) % 3 === 0) throw new LuitError('unavailable', 'Not now');
      return userOf(id);
    };
    await Promise.all([issueDue(), issueDue()]);
    // One that took its number and then came to nothing.
    await stack.source.transaction(async (manager) => {
      await manager.query(
        `SELECT issue_invoice(id, '{"gstin": "x"}', 1800, '{}') FROM payments WHERE invoice_id IS NULL`,
      );
      await manager.query(`ROLLBACK; BEGIN`);
    });
    answer = (id) => userOf(id);
    await retryNow();
    await Promise.all([issueDue(), issueDue(), issueDue()]);
    const rows = await stack.source.query<{ ordinal: number }[]>(
      `SELECT ordinal FROM invoices WHERE kind = 'invoice' ORDER BY ordinal`,
    );
    expect(rows.map(({ ordinal }) => ordinal)).toEqual(rows.map((_, index) => index + 1));
  });

  it('a refund gets a credit note; the notes of many refunds add up to the invoice', async () => {
    const bought = await grantedBy();
    answer = (id) => userOf(id, { name: 'Bombay Films', state: '27' });
    const early = await refunded(bought, 33_333);
    await issueDue();
    await issueDue();
    for (const paise of [101, 100, 66_366]) await refunded(bought, paise);
    await Promise.all([issueDue(), issueDue()]);
    const [invoice, ...notes] = (await documentsOf(bought)).sort((a, b) => b.kind.localeCompare(a.kind));
    expect(notes.map(({ kind }) => kind)).toEqual(Array(4).fill('credit_note'));
    for (const part of ['total_paise', 'taxable_paise', 'igst_paise'] as const) {
      expect(notes.reduce((sum, note) => sum + Number(note[part]), 0)).toBe(Number(invoice?.[part]));
    }
    const [row] = await stack.source.query<[{ transfer_id: string }]>(`SELECT transfer_id FROM refunds WHERE id = $1`, [
      early,
    ]);
    const text = await textOf(row.transfer_id, bought.userId);
    expect(text).toContain('Credit note');
    expect(text).toContain(`${invoice?.number} of`);
    expect(text).toContain('₹333.33');
  });

  it('a refund made in Razorpay’s dashboard gets one too, by the row that took its credits', async () => {
    const bought = await grantedBy();
    await stack.source.query(`SELECT record_refund($1, $2, 49950, NULL, 'processed', NULL)`, [
      `rfnd_${uuidv7()}`,
      await paymentIdOf(bought),
    ]);
    const { userId } = bought;
    const { transactions } = await stack.calls.call(billingCalls.listTransactions, { userId, limit: 50, offset: 0 });
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
    ...(profile ? { billing_profile: profile } : {}),
  };
}
