import { uuidv7 } from 'uuidv7';
import { type TestLedger, startTestLedger } from '../testing/billing-test-app';
import { expectInvariantsHold, findViolated } from '../testing/expect-invariants';

describe('ledger invariants', () => {
  let fixture: TestLedger;
  let userId: string;
  let holdId: string;
  const capturedId = uuidv7();

  beforeAll(async () => {
    fixture = await startTestLedger();
    userId = uuidv7();
    holdId = uuidv7();
    const { ledger, source } = fixture;
    await ledger.grant({ key: 'welcome', userId, credits: 50, description: 'Welcome', expiresAt: null });
    await ledger.hold(holdId, userId, 18, 'A video');
    await ledger.hold(capturedId, userId, 10, 'A video');
    await ledger.capture(capturedId, userId);
    const keyId = uuidv7();
    await source.query(`SELECT set_api_key_budget($1, $2, '{"monthlyCredits": 20}')`, [keyId, userId]);
    await ledger.hold(uuidv7(), userId, 4, 'A video', keyId);
    const failedId = uuidv7();
    await ledger.hold(failedId, userId, 3, 'A video', keyId);
    await ledger.release(failedId, userId, 'Refund');
    await source.query(
      `INSERT INTO orders (id, user_id, state, pack_id, pack_name, credits, amount_paise, currency, receipt, razorpay_order_id)
       SELECT g.id, $1, 'open', 'starter', 'Starter Pack', 100, 9900, 'INR', left(g.id::text, 40), 'order_' || g.n
         FROM (SELECT uuidv7() AS id, n FROM generate_series(1, 2) n) g`,
      [userId],
    );
    await source.query(
      `SELECT settle_payment(id, 'pay_1', 'order_1', 9900, 'INR', 'captured', 'verify', NULL)
         FROM orders WHERE razorpay_order_id = 'order_1'`,
    );
    await source.query(`SELECT issue_invoice('pay_1', '{"name": "Luit"}', 1800, '{}')`);
  });

  afterAll(() => fixture.close());

  it('hold in a consistent ledger [SRV-12]', () => expectInvariantsHold(fixture.source));

  // Each case writes, as a superuser with triggers disabled, what constraints and triggers would reject, and rolls it back.
  it.each([
    ['a balance without entries', `UPDATE accounts SET available = available + 1`, /last transaction/],
    ['a held balance without entries', `UPDATE accounts SET held = held + 1`, /open holds/],
    ['a lot below its balance', `UPDATE lots SET remaining = remaining - 1 WHERE kind = 'grant'`, /lots/],
    ['a missing transaction', `DELETE FROM transactions WHERE type = 'usage'`, /changes what can be spent/],
    ['a forged balance_after', `UPDATE transactions SET balance_after = 7`, /continues/],
    ['a negative lot', `UPDATE lots SET held = credits + 1`, /negative/],
    [
      'a hold released without a transfer',
      `UPDATE holds SET state = 'released', settled_at = now() WHERE state = 'held'`,
      /settles once/,
    ],
    [
      'a hold that settled twice',
      `DROP INDEX transfers_settle_once;
       INSERT INTO transfers SELECT uuidv7(), user_id, debit, credit, amount, 'voided', pending_id, kind, reference,
         idempotency_key || 'again', input_hash, created_at FROM transfers WHERE pending_id IS NOT NULL`,
      /settles once/,
    ],
    [
      'a transaction without a transfer',
      `DELETE FROM transfers WHERE kind = 'purchase'`,
      /states what its transfer adds/,
    ],
    ['lots of a hold that is missing', `DELETE FROM holds WHERE state = 'captured'`, /lots of a hold have a hold/],
    [
      'a transfer that no transaction states',
      `INSERT INTO transfers SELECT uuidv7(), user_id, debit, credit, amount, state, NULL, kind, reference,
         idempotency_key || 'again', input_hash, created_at FROM transfers WHERE kind = 'grant'`,
      /changes what can be spent/,
    ],
    [
      'a capture of other credits',
      `UPDATE transfers SET amount = amount + 1 WHERE kind = 'capture'`,
      /settles with the same credits/,
    ],
    ['a debt without a transfer', `UPDATE accounts SET receivable = 5, available = 0`, /receivable/],
    ['a hold on lots of another user', `UPDATE lots SET user_id = uuidv7()`, /same credits and owner/],
    ['a hold without its lots', `DELETE FROM hold_lots`, /same credits/],
    ['a pending transfer without a hold', `DELETE FROM holds WHERE state = 'held'`, /same credits/],
    ['a budget used without a hold', `UPDATE api_key_months SET used = used + 1`, /budget used/],
    ['a month of a key without its holds', `DELETE FROM api_key_months`, /counts in a month/],
    [
      'a hold that its key does not count',
      `UPDATE holds SET created_at = created_at - interval '40 days' WHERE api_key_id IS NOT NULL`,
      /budget used/,
    ],
    [
      'a released hold whose credits are not back in the budget',
      `UPDATE holds SET state = 'held', settled_at = NULL WHERE state = 'released'`,
      /budget used/,
    ],
    ['a hold of another owner’s key', `UPDATE api_key_budgets SET user_id = uuidv7()`, /owner’s key/],
    ['a payment granted without a lot', `DELETE FROM lots WHERE kind = 'purchase'`, /has one lot/],
    ['a payment of another amount', `UPDATE payments SET amount_paise = 1`, /has one lot/],
    ['a lot without a payment', `DELETE FROM payments`, /has a granted payment/],
    [
      'an order granted twice',
      `DROP INDEX payments_one_grant_per_order;
       INSERT INTO payments SELECT 'pay_2', order_id, amount_paise, currency, state, source, transaction_id FROM payments`,
      /has one granted payment/,
    ],
    [
      'an invoice of another amount',
      `UPDATE invoices SET total_paise = 9800, taxable_paise = 9800`,
      /amount of its payment/,
    ],
    ['an invoice that no payment refers to', `UPDATE payments SET invoice_id = NULL`, /amount of its payment/],
    [
      'an old payment without an invoice',
      `DELETE FROM invoices;
       UPDATE payments SET invoice_id = NULL, updated_at = now() - interval '2 hours'`,
      /within an hour/,
    ],
    ['a gap in the invoice numbers', `UPDATE invoice_series SET last_number = last_number + 1`, /last number/],
    ['a wrong invoice number', `UPDATE invoices SET sequence_number = 2`, /no gaps/],
    [
      'a credit note without a refund',
      `INSERT INTO invoices SELECT (jsonb_populate_record(i, jsonb_build_object('id', uuidv7(), 'kind', 'credit_note',
         'number', 'CRN/1', 'corrected_invoice_id', i.id, 'refund_id', uuidv7(), 'transaction_id', NULL))).* FROM invoices i`,
      /that of its refund/,
    ],
    [
      'a paid order without a payment',
      `UPDATE orders SET state = 'paid' WHERE razorpay_order_id = 'order_2'`,
      /has one granted payment/,
    ],
  ])('detect %s', async (_name, corruption, expected) => {
    const runner = fixture.admin.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query(
        `SET LOCAL session_replication_role = replica;
         ALTER TABLE lots DROP CONSTRAINT lots_check`,
      );
      await runner.query(corruption);
      expect((await findViolated(runner)).join()).toMatch(expected);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });

  it.each(['transfers', 'transactions', 'hold_lots'])('%s is append-only for billing itself', async (table) => {
    const rejection = { driverError: { code: '23001' } };
    await expect(
      fixture.source.query(
        `UPDATE ${table} SET user_id = user_id`.replace('hold_lots SET user_id = user_id', 'hold_lots SET credits = 1'),
      ),
    ).rejects.toMatchObject(rejection);
    await expect(fixture.source.query(`DELETE FROM ${table}`)).rejects.toMatchObject(rejection);
    await expect(fixture.source.query(`TRUNCATE ${table} CASCADE`)).rejects.toMatchObject({
      driverError: { code: '42501' },
    });
    await expect(fixture.admin.query(`TRUNCATE ${table} CASCADE`)).rejects.toMatchObject(rejection);
  });
});
