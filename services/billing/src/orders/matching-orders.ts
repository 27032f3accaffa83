/**
 * SQL: the ids of the orders that match a reference. $1 is the reference if it is a UUID, else null, and $2 is its text. Each branch reads
 * a unique index or the index of a reference.
 */
export const MATCHING_ORDERS = `
  SELECT id FROM orders WHERE id = $1
  UNION SELECT id FROM orders WHERE razorpay_order_id = $2
  UNION SELECT id FROM orders WHERE request_id = $1
  UNION SELECT order_id FROM payments WHERE id = $2
  UNION SELECT order_id FROM payments WHERE transaction_id = $1
  UNION SELECT p.order_id FROM refunds r JOIN payments p ON p.id = r.payment_id
   WHERE r.id = $1 OR r.razorpay_refund_id = $2 OR r.transfer_id = $1
  UNION SELECT p.order_id FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE d.id = $2
  UNION SELECT p.order_id FROM invoices i JOIN payments p ON p.id = i.payment_id WHERE i.number = $2`;
