import type { Check } from '@luit/platform/invariants/invariant-monitor';
import type { DataSource } from 'typeorm';

export interface InvariantCheck {
  /** As in docs/architecture.md. */
  invariant: 'I1' | 'I2' | 'I4';
  name: string;
  violations: number;
}

interface InvariantQuery extends Omit<InvariantCheck, 'violations'> {
  /** Selects one id per violation. */
  sql: string;
}

/** Signed effect of transfer `f` on the user's wallet. */
const WALLET_SIGN = `CASE WHEN f.credit = 'wallet' THEN f.amount WHEN f.debit = 'wallet' THEN -f.amount ELSE 0 END`;

const INVARIANTS: InvariantQuery[] = [
  {
    invariant: 'I1',
    name: 'available + held = the sum of posted entries',
    sql: `SELECT a.user_id FROM accounts a
            LEFT JOIN (SELECT f.user_id, sum(${WALLET_SIGN}) AS total FROM transfers f WHERE f.state = 'posted'
                        GROUP BY f.user_id) posted USING (user_id)
           WHERE a.available + a.held <> coalesce(posted.total, 0)`,
  },
  {
    invariant: 'I1',
    name: 'held = the sum of pending transfers that have not settled',
    sql: `SELECT a.user_id FROM accounts a
            LEFT JOIN (SELECT f.user_id, sum(f.amount) AS total FROM transfers f WHERE f.state = 'pending'
                          AND NOT EXISTS (SELECT FROM transfers done WHERE done.pending_id = f.id)
                        GROUP BY f.user_id) open USING (user_id)
           WHERE a.held <> coalesce(open.total, 0)`,
  },
  {
    invariant: 'I1',
    name: 'the balances are the sums of the lots',
    sql: `SELECT a.user_id FROM accounts a
            LEFT JOIN (SELECT user_id, sum(remaining) AS remaining, sum(held) AS held FROM lots GROUP BY user_id) l
                 USING (user_id)
           WHERE a.available <> coalesce(l.remaining, 0) OR a.held <> coalesce(l.held, 0)`,
  },
  {
    invariant: 'I1',
    name: 'the statement sums to available, and so does its last balance_after',
    sql: `SELECT a.user_id FROM accounts a
            LEFT JOIN (SELECT user_id, sum(amount) AS total, (array_agg(balance_after ORDER BY seq DESC))[1] AS latest
                         FROM transactions GROUP BY user_id) t USING (user_id)
           WHERE a.available <> coalesce(t.total, 0) OR a.available <> coalesce(t.latest, 0)`,
  },
  {
    invariant: 'I1',
    name: 'receivable = the sum of posted entries, and users who owe credits have none available',
    sql: `SELECT a.user_id FROM accounts a
            LEFT JOIN (SELECT user_id, sum(CASE WHEN debit = 'receivable' THEN amount ELSE -amount END) AS total
                         FROM transfers WHERE state = 'posted' AND 'receivable' IN (debit, credit) GROUP BY user_id) owed
                 USING (user_id)
           WHERE a.receivable <> coalesce(owed.total, 0) OR (a.receivable > 0 AND a.available > 0)`,
  },
  {
    invariant: 'I1',
    name: 'no balance is negative',
    sql: `SELECT user_id FROM accounts WHERE available < 0 OR held < 0 OR receivable < 0
          UNION ALL SELECT user_id FROM lots WHERE remaining < 0 OR held < 0 OR remaining + held > credits`,
  },
  {
    invariant: 'I1',
    name: 'no row refers to a missing row',
    sql: `SELECT id FROM transfers f WHERE NOT EXISTS (SELECT FROM accounts WHERE user_id = f.user_id)
          UNION ALL
          SELECT id FROM transactions t WHERE NOT EXISTS (
                 SELECT FROM transfers f WHERE f.id = t.id AND f.user_id = t.user_id AND f.amount = abs(t.amount))
          UNION ALL
          SELECT id FROM holds h WHERE h.state <> 'tombstone' AND NOT EXISTS (
                 SELECT FROM transfers f WHERE f.id = h.transfer_id AND f.state = 'pending')
          UNION ALL
          SELECT hold_id FROM hold_lots part WHERE NOT EXISTS (
                 SELECT FROM holds h JOIN lots l USING (user_id) WHERE h.id = part.hold_id AND l.id = part.lot_id)
          UNION ALL
          SELECT id FROM transfers f WHERE f.kind = 'refund' AND NOT EXISTS (
                 SELECT FROM refunds r WHERE r.transfer_id = f.id AND r.credits = f.amount AND r.user_id = f.user_id)`,
  },
  {
    invariant: 'I2',
    name: 'a hold settles once, as its state says',
    sql: `SELECT h.id FROM holds h
            LEFT JOIN transfers done ON done.pending_id = h.transfer_id
           WHERE h.state <> 'tombstone'
           GROUP BY h.id, h.state
          HAVING h.state IS DISTINCT FROM CASE
                   WHEN count(done.id) = 0 THEN 'held' WHEN count(done.id) > 1 THEN 'twice'
                   WHEN min(done.state) = 'posted' THEN 'captured' ELSE 'released' END`,
  },
  {
    invariant: 'I2',
    name: 'a hold, its transfer and its lots have the same credits, and every pending transfer is a hold or a refund',
    sql: `SELECT f.id FROM transfers f
            LEFT JOIN holds h ON h.transfer_id = f.id
           WHERE f.state = 'pending' AND f.kind <> 'refund' AND (h.id IS NULL OR h.credits <> f.amount OR h.user_id <> f.user_id
              OR h.credits <> (SELECT coalesce(sum(credits), 0) FROM hold_lots WHERE hold_id = h.id))
          UNION ALL
          SELECT done.id FROM transfers done JOIN transfers f ON f.id = done.pending_id
           WHERE done.amount <> f.amount OR done.user_id <> f.user_id OR f.state <> 'pending'`,
  },
  {
    invariant: 'I4',
    name: 'a granted payment has one lot, with the credits of its order',
    sql: `SELECT p.id FROM payments p JOIN orders o ON o.id = p.order_id
           WHERE p.state = 'granted' AND (o.state <> 'paid' OR p.amount_paise <> o.amount_paise OR 1 <> (
                 SELECT count(*) FROM lots l
                  WHERE l.payment_id = p.id AND l.credits = o.credits AND l.user_id = o.user_id
                    AND l.transfer_id = p.transaction_id))`,
  },
  {
    invariant: 'I4',
    name: 'refunds of a payment never exceed the captured amount',
    sql: `SELECT p.id FROM payments p JOIN refunds r ON r.payment_id = p.id AND r.state <> 'failed'
           GROUP BY p.id
          HAVING sum(r.amount_paise) FILTER (WHERE r.state = 'processed') > p.amount_paise
              OR sum(r.amount_paise) FILTER (WHERE r.reason <> 'dashboard') > p.amount_paise`,
  },
  {
    invariant: 'I4',
    name: 'a refund settles once, with the credits it reserved',
    sql: `SELECT r.id FROM refunds r LEFT JOIN transfers done ON done.pending_id = r.transfer_id
           WHERE r.transfer_id IS NOT NULL
           GROUP BY r.id
          HAVING r.state IS DISTINCT FROM CASE
                   WHEN count(done.id) = 0 THEN 'requested' WHEN count(done.id) > 1 THEN 'twice'
                   WHEN min(done.state) = 'posted' THEN 'processed' ELSE 'failed' END`,
  },
  {
    invariant: 'I4',
    name: 'a clawback takes the recorded credits from lots or as debt, until it is reversed',
    sql: `SELECT id FROM (
            SELECT id, credits, state = 'failed' AS is_reversed FROM refunds WHERE reason = 'dashboard'
            UNION ALL SELECT clawback_id, credits, state = 'won' FROM disputes WHERE credits > 0) booked
            LEFT JOIN clawbacks r USING (id)
           WHERE r.id IS NULL OR booked.credits <> r.taken + r.debt OR booked.is_reversed <> (r.reversed_at IS NOT NULL)
              OR r.taken <> (SELECT coalesce(sum(credits), 0) FROM clawback_lots WHERE clawback_id = r.id)`,
  },
  {
    invariant: 'I4',
    name: 'a payment without a grant is refunded',
    sql: `SELECT p.id FROM payments p WHERE p.state = 'refund_due'
             AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state <> 'failed')`,
  },
  {
    invariant: 'I4',
    name: 'a purchased lot has a granted payment, and an order has at most one',
    sql: `SELECT l.payment_id FROM lots l LEFT JOIN payments p ON p.id = l.payment_id AND p.state = 'granted'
           WHERE l.kind = 'purchase' AND p.id IS NULL
          UNION ALL
          SELECT o.id::text FROM orders o LEFT JOIN payments p ON p.order_id = o.id AND p.state = 'granted'
           GROUP BY o.id, o.state HAVING count(p.id) <> CASE o.state WHEN 'paid' THEN 1 ELSE 0 END`,
  },
  {
    invariant: 'I4',
    name: 'a granted payment, and no other, has one invoice over its amount within an hour',
    sql: `SELECT p.id FROM payments p
           WHERE p.state = 'granted' AND p.invoice_id IS NULL AND p.updated_at < now() - interval '1 hour'
          UNION ALL
          SELECT p.id FROM payments p WHERE p.invoice_id IS NOT NULL AND NOT EXISTS (
                 SELECT FROM invoices i WHERE i.id = p.invoice_id AND i.payment_id = p.id)
          UNION ALL
          SELECT i.number FROM invoices i WHERE i.corrected_invoice_id IS NULL AND NOT EXISTS (
                 SELECT FROM payments p WHERE p.invoice_id = i.id AND p.state = 'granted'
                    AND p.amount_paise = i.total_paise AND p.transaction_id = i.transaction_id)`,
  },
  {
    invariant: 'I4',
    name: 'a refund of an invoiced payment has one credit note over its amount within an hour, and credit notes never exceed their invoice',
    sql: `SELECT r.id::text FROM refunds r JOIN invoices i ON i.payment_id = r.payment_id AND i.corrected_invoice_id IS NULL
           WHERE r.state = 'processed' AND r.credit_note_id IS NULL
             AND greatest(r.settled_at, i.issued_at) < now() - interval '1 hour'
          UNION ALL
          SELECT i.number FROM invoices i WHERE i.corrected_invoice_id IS NOT NULL AND NOT EXISTS (
                 SELECT FROM refunds r WHERE r.credit_note_id = i.id AND r.state = 'processed'
                    AND r.amount_paise = i.total_paise AND r.payment_id = i.payment_id)
          UNION ALL
          SELECT i.number FROM invoices i JOIN invoices note ON note.corrected_invoice_id = i.id
           GROUP BY i.id HAVING sum(note.total_paise) > i.total_paise OR sum(note.taxable_paise) > i.taxable_paise`,
  },
  {
    invariant: 'I4',
    name: 'invoice numbers start at 1 and have no gaps',
    sql: `SELECT s.kind FROM invoice_series s LEFT JOIN invoices i USING (kind, financial_year)
           GROUP BY s.kind, s.financial_year HAVING s.last_number <> count(i.id) OR s.last_number <> max(i.sequence_number)
          UNION ALL
          SELECT i.kind FROM invoices i WHERE NOT EXISTS (
                 SELECT FROM invoice_series s WHERE s.kind = i.kind AND s.financial_year = i.financial_year)`,
  },
];

interface Count {
  violations: number;
  samples: string[];
}

async function count(query: <Row>(sql: string) => Promise<Row[]>, sql: string): Promise<Count> {
  const [row] = await query<Count>(
    `SELECT count(*)::int AS violations, coalesce((array_agg(id::text))[1:5], '{}') AS samples FROM (${sql}) broken (id)`,
  );
  if (!row) throw new Error('The count query returned no row');
  return row;
}

/** The invariants of billing's own tables. Each check reads whole tables. */
export function ledgerChecks(): Check[] {
  return INVARIANTS.map(({ invariant, name, sql }) => ({ invariant, name, run: (query) => count(query, sql) }));
}

/** Runs all of `ledgerChecks` at once, for tests. */
export async function checkInvariants(database: Pick<DataSource, 'query'>): Promise<InvariantCheck[]> {
  const results: InvariantCheck[] = [];
  for (const { invariant, name, sql } of INVARIANTS) {
    const { violations } = await count((text) => database.query(text), sql);
    results.push({ invariant, name, violations });
  }
  return results;
}
