/** SQL: mismatched payments that are neither granted nor fully refunded. */
export const MISMATCHES = `
  payments p JOIN orders o ON o.id = p.order_id
   WHERE p.state = 'mismatch' AND p.amount_paise > (SELECT coalesce(sum(r.amount_paise), 0) FROM refunds r
           WHERE r.payment_id = p.id AND r.state <> 'failed')`;
