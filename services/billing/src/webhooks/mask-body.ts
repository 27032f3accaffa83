import { maskJson } from '@luit/platform/security/mask-json';

/** Fields of Razorpay's entities that identify no one: ids, amounts, states, times and reasons. */
const KEPT = new Set([
  'account_id',
  'amount',
  'amount_deducted',
  'amount_due',
  'amount_paid',
  'amount_refunded',
  'arn',
  'attempts',
  'base_amount',
  'batch_id',
  'captured',
  'contains',
  'created_at',
  'currency',
  'entity',
  'error_code',
  'error_description',
  'error_reason',
  'error_source',
  'error_step',
  'event',
  'fee',
  'gateway_dispute_id',
  'id',
  'international',
  'invoice_id',
  'method',
  'order_id',
  'payment_id',
  'phase',
  'reason_code',
  'receipt',
  'refund_status',
  'respond_by',
  'speed_processed',
  'speed_requested',
  'status',
  'tax',
]);

/** Cards, notes and bank data keep nothing, not even an id. */
const DROPPED = new Set(['card', 'notes', 'acquirer_data', 'bank_account', 'customer', 'evidence']);

/** The body of a webhook as operators may see it: every value of a field that is not known to identify no one is masked. */
export function maskBody(value: unknown): unknown {
  return maskJson(value, { kept: KEPT, masked: DROPPED });
}
