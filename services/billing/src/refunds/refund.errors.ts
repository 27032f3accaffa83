import { LuitError } from '@luit/contracts/errors';

/** Why money cannot go back, as request_refund says it. */
export type RefundRefusal = keyof typeof TEXTS;

const TEXTS = {
  too_old: 'Unused credits can be refunded within 30 days of their purchase. This purchase is older.',
  nothing_unused: 'All credits of this purchase have been used, so there is nothing to refund.',
  held: 'The remaining credits of this purchase are held by work in progress or by a refund. Try again when it has ended.',
  too_small: 'What is left of this purchase is worth less than ₹1, the smallest amount that can be refunded.',
  more_than_left: 'This is more than what is left to refund of this payment.',
  not_captured: 'Nothing was paid with this payment, so there is nothing to refund.',
  refused: 'The payment provider refused this refund. Your credits are back in your balance. Please contact support.',
} as const;

/** `details.reason` names the refusal for clients. */
export function notRefundable(reason: RefundRefusal): LuitError {
  return new LuitError('not_refundable', TEXTS[reason], { details: { reason } });
}
