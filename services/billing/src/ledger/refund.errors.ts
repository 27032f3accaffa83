import { LuitError } from '@luit/contracts/errors';

/** Why a payment cannot be refunded. Raised by the SQL function request_refund. */
export type RefundRefusal = keyof typeof TEXTS;

const TEXTS = {
  too_old: 'Unused credits can be refunded within 30 days of purchase. This purchase is older than that.',
  nothing_unused: 'All credits of this purchase have been used, so there is nothing to refund.',
  held: 'The remaining credits of this purchase are held for a job or refund in progress. Try again when it has finished.',
  too_small: 'The remaining credits of this purchase are worth less than ₹1, the smallest amount that can be refunded.',
  more_than_left: 'This is more than can still be refunded for this payment.',
  not_captured: 'No payment was captured for this transaction, so there is nothing to refund.',
  refused:
    'The payment provider rejected this refund, so your credits were returned to your balance. Please contact support.',
} as const;

/** Clients read the reason from `details.reason`. */
export function notRefundable(reason: RefundRefusal): LuitError {
  return new LuitError('not_refundable', TEXTS[reason], { details: { reason } });
}
