import type { Invariant } from './invariant';

const PAYMENTS = { invariant: 'I4', table: 'payments', key: 'id', keyType: 'text' } as const;
const REFUNDS = { invariant: 'I4', table: 'refunds', key: 'id', keyType: 'uuid' } as const;
const DISPUTES = { invariant: 'I4', table: 'disputes', key: 'id', keyType: 'text' } as const;
const INVOICES = { invariant: 'I4', table: 'invoices', key: 'id', keyType: 'uuid' } as const;

/** No clawback `id` took the credits of the refund or dispute `r`, or it is reversed although it should not be, or the reverse. */
const withoutClawback = (id: string, isReversed: string): string => `NOT EXISTS (
  SELECT FROM clawbacks c WHERE c.id = ${id} AND r.credits = c.taken + c.debt AND (${isReversed}) = (c.reversed_at IS NOT NULL)
     AND c.taken = (SELECT coalesce(sum(p.credits), 0) FROM clawback_lots p WHERE p.clawback_id = c.id))`;

/** The invariants of payments, refunds, disputes and invoices, row by row. */
export const PAYMENT_INVARIANTS: Invariant[] = [
  {
    ...PAYMENTS,
    name: 'a granted payment has one lot, with the credits of its order',
    violation: `r.state = 'granted' AND NOT EXISTS (SELECT FROM orders o WHERE o.id = r.order_id AND o.state = 'paid'
      AND o.amount_paise = r.amount_paise AND 1 = (
        SELECT count(*) FROM lots l WHERE l.payment_id = r.id AND l.credits = o.credits AND l.user_id = o.user_id
           AND l.transfer_id = r.transaction_id))`,
  },
  {
    ...PAYMENTS,
    name: 'refunds of a payment never exceed the captured amount',
    violation: `(SELECT coalesce(sum(d.amount_paise) FILTER (WHERE d.state = 'processed'), 0) > r.amount_paise
          OR coalesce(sum(d.amount_paise) FILTER (WHERE d.reason <> 'dashboard'), 0) > r.amount_paise
        FROM refunds d WHERE d.payment_id = r.id AND d.state <> 'failed')`,
  },
  {
    ...PAYMENTS,
    name: 'a payment without a grant is refunded',
    violation: `r.state = 'refund_due' AND refundable_paise(r.id) >= 100`,
  },
  {
    ...PAYMENTS,
    name: 'the payment of a video that was not delivered is refunded',
    violation: `r.state = 'granted' AND refundable_paise(r.id) >= 100 AND EXISTS (
      SELECT FROM orders o JOIN holds h ON h.id = o.request_id
       WHERE o.id = r.order_id AND (h.state = 'released'
          OR EXISTS (SELECT FROM transfers f WHERE f.idempotency_key = 'return:' || h.id)))`,
  },
  {
    ...REFUNDS,
    name: 'a refund settles once, with the credits it reserved, and gives them back if it fails after it was paid',
    violation: `r.transfer_id IS NOT NULL AND (
      (r.state = 'failed' AND r.returned_at IS NOT NULL) IS DISTINCT FROM EXISTS (
        SELECT FROM transfers f WHERE f.idempotency_key = 'refund-return:' || r.id AND f.amount = r.credits AND f.user_id = r.user_id) OR
      NOT EXISTS (SELECT FROM transfers f WHERE f.id = r.transfer_id AND f.state = 'pending' AND f.amount = r.credits
                     AND f.user_id = r.user_id)
      OR CASE WHEN r.returned_at IS NULL THEN r.state ELSE 'processed' END IS DISTINCT FROM (
        SELECT CASE WHEN count(f.id) = 0 THEN 'requested' WHEN count(f.id) > 1 THEN 'twice'
                    WHEN min(f.state) = 'posted' THEN 'processed' ELSE 'failed' END
          FROM transfers f WHERE f.pending_id = r.transfer_id))`,
  },
  {
    ...REFUNDS,
    name: 'a refund at Razorpay takes the recorded credits from lots or as debt, until it is reversed',
    violation: `r.reason = 'dashboard' AND ${withoutClawback('r.id', `r.state = 'failed'`)}`,
  },
  {
    ...DISPUTES,
    name: 'a dispute takes the recorded credits from lots or as debt, until it is won',
    violation: `r.credits > 0 AND ${withoutClawback('r.clawback_id', `r.state = 'won'`)}`,
  },
  {
    invariant: 'I4',
    name: 'a purchased lot has a granted payment',
    table: 'lots',
    key: 'id',
    keyType: 'uuid',
    violation: `r.kind = 'purchase' AND NOT EXISTS (
      SELECT FROM payments p WHERE p.id = r.payment_id AND p.state = 'granted')`,
  },
  {
    invariant: 'I4',
    name: 'a paid order, and no other, has one granted payment',
    table: 'orders',
    key: 'id',
    keyType: 'uuid',
    violation: `(SELECT count(*) FROM payments p WHERE p.order_id = r.id AND p.state = 'granted')
      <> CASE r.state WHEN 'paid' THEN 1 ELSE 0 END`,
  },
  {
    ...PAYMENTS,
    name: 'a granted payment has an invoice within an hour, and no other payment has one',
    violation: `r.state = 'granted' AND r.invoice_id IS NULL AND r.updated_at < now() - interval '1 hour'
      OR r.invoice_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM invoices i WHERE i.id = r.invoice_id AND i.payment_id = r.id)`,
  },
  {
    ...INVOICES,
    name: 'an invoice has the amount of its payment, and a credit note that of its refund',
    violation: `CASE WHEN r.corrected_invoice_id IS NULL THEN NOT EXISTS (
        SELECT FROM payments p WHERE p.id = r.payment_id AND p.invoice_id = r.id AND p.state = 'granted'
           AND p.amount_paise = r.total_paise AND p.transaction_id = r.transaction_id)
      ELSE NOT EXISTS (
        SELECT FROM refunds d WHERE d.id = r.refund_id AND d.credit_note_id = r.id AND (d.state = 'processed' OR d.returned_at IS NOT NULL)
           AND d.amount_paise = r.total_paise AND d.payment_id = r.payment_id) END`,
  },
  {
    ...REFUNDS,
    name: 'a refund of an invoiced payment has a credit note within an hour',
    violation: `r.state = 'processed' AND r.credit_note_id IS NULL AND EXISTS (
      SELECT FROM invoices i WHERE i.payment_id = r.payment_id AND i.corrected_invoice_id IS NULL
         AND greatest(r.settled_at, i.issued_at) < now() - interval '1 hour')`,
  },
  {
    ...INVOICES,
    name: 'credit notes never exceed their invoice',
    violation: `r.corrected_invoice_id IS NULL AND (
      SELECT coalesce(sum(n.total_paise), 0) > r.total_paise OR coalesce(sum(n.taxable_paise), 0) > r.taxable_paise
        FROM invoices n WHERE n.corrected_invoice_id = r.id)`,
  },
  {
    ...INVOICES,
    name: 'invoice numbers have no gaps',
    violation: `r.sequence_number > 1 AND NOT EXISTS (
        SELECT FROM invoices i WHERE i.kind = r.kind AND i.financial_year = r.financial_year
           AND i.sequence_number = r.sequence_number - 1)
      OR NOT EXISTS (
        SELECT FROM invoice_series s WHERE s.kind = r.kind AND s.financial_year = r.financial_year)`,
  },
  {
    invariant: 'I4',
    name: 'the last number of an invoice series belongs to an invoice',
    table: 'invoice_series',
    key: 'kind',
    keyType: 'text',
    violation: `r.last_number IS DISTINCT FROM (SELECT max(i.sequence_number) FROM invoices i
      WHERE i.kind = r.kind AND i.financial_year = r.financial_year)`,
  },
];
