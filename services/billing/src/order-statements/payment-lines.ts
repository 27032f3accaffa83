import type { OrderLine } from '@luit/contracts/billing/order-statements';
import type { WithDates } from '@luit/platform/database/iso-times';
import type { EntityManager } from 'typeorm';

/** A line as SQL returns it. */
export type LineRow = WithDates<OrderLine, 'at'>;

/** An order may have many attempts; the newest of each kind are listed. */
const MAX_ROWS = 200;

/**
 * Payments, webhooks, refunds, disputes and documents of an order. A refund that Razorpay rejected moved no money. Amounts in a
 * currency other than the order’s count as 0, because they cannot be added to its own.
 */
const LINES = `
  WITH paid AS MATERIALIZED (
    SELECT p.*, CASE p.currency WHEN o.currency THEN 1 ELSE 0 END AS in_order_currency
      FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.id = $1 ORDER BY p.created_at DESC LIMIT ${MAX_ROWS}),
  back AS MATERIALIZED (SELECT r.*, in_order_currency FROM refunds r JOIN paid ON paid.id = r.payment_id),
  contested AS MATERIALIZED (SELECT d.*, in_order_currency FROM disputes d JOIN paid ON paid.id = d.payment_id)
  SELECT created_at AS at, 'order_created' AS kind, id::text AS reference, NULL AS note, 0::float8 AS "amountPaise", 0::float8 AS credits
    FROM orders WHERE id = $1
  UNION ALL
  SELECT created_at, CASE state WHEN 'failed' THEN 'payment_failed' WHEN 'mismatch' THEN 'payment_mismatch' ELSE 'payment_captured' END,
         id, source, CASE state WHEN 'failed' THEN 0 ELSE in_order_currency * amount_paise END, 0
    FROM paid
  UNION ALL
  (SELECT received_at, 'webhook', event_id, type || ': ' || outcome, 0, 0 FROM webhook_events
    WHERE id = ANY (ARRAY(
      SELECT event.id FROM paid, LATERAL (SELECT id FROM webhook_events e WHERE e.payment_id = paid.id ORDER BY id DESC LIMIT ${MAX_ROWS}) event
      UNION SELECT id FROM (SELECT e.id FROM webhook_events e JOIN orders o ON o.razorpay_order_id = e.razorpay_order_id
                             WHERE o.id = $1 ORDER BY e.id DESC LIMIT ${MAX_ROWS}) unpaid)) AND outcome <> 'refused')
  UNION ALL
  SELECT t.created_at, 'credits_granted', t.id::text, paid.source, 0, t.amount
    FROM paid JOIN transactions t ON t.id = paid.transaction_id
  UNION ALL
  SELECT created_at, 'refund_requested', id::text, reason, 0, CASE WHEN transfer_id IS NULL THEN 0 ELSE -credits END FROM back
  UNION ALL
  SELECT settled_at, 'refund_' || state, id::text, coalesce(last_error, razorpay_refund_id, paid_reference),
         CASE state WHEN 'processed' THEN -in_order_currency * amount_paise ELSE 0 END,
         CASE WHEN state = 'failed' AND transfer_id IS NOT NULL THEN credits ELSE 0 END
    FROM back WHERE settled_at IS NOT NULL
  UNION ALL
  SELECT created_at, 'dispute_opened', id, reason, -in_order_currency * amount_paise, 0 FROM contested
  UNION ALL
  SELECT settled_at, 'dispute_' || state, id, phase, CASE state WHEN 'won' THEN in_order_currency * amount_paise ELSE 0 END, 0
    FROM contested WHERE settled_at IS NOT NULL
  UNION ALL
  SELECT i.issued_at, 'document_issued', i.number, i.kind, 0, 0 FROM paid JOIN invoices i ON i.payment_id = paid.id AND i.corrected_invoice_id IS NULL
  UNION ALL
  SELECT i.issued_at, 'document_issued', i.number, i.kind, 0, 0 FROM back JOIN invoices i ON i.refund_id = back.id`;

export function readPaymentLines(manager: EntityManager, orderId: string): Promise<LineRow[]> {
  return manager.query(LINES, [orderId]);
}
