import type { WebhookRow } from '@luit/contracts/billing/webhook-events';

const UNKNOWN: readonly WebhookRow['outcome'][] = ['unknown_order', 'unknown_payment', 'unreadable', 'refused'];

/** The statement of the order that a webhook is about; null if Luit knows none. Payments without an order are ignored. */
export function orderPathOf({ outcome, paymentId, razorpayOrderId }: WebhookRow): string | null {
  const reference = razorpayOrderId ?? (outcome === 'ignored' ? null : paymentId);
  return reference === null || UNKNOWN.includes(outcome) ? null : `/orders/${reference}`;
}
