import type { RefundReceipt } from '@luit/contracts/billing/refunds';
import type { ApiClient } from '../../../lib/api-client';

/** Gives back what the unused credits of a purchase cost. */
export function refundPurchase(api: ApiClient, transactionId: string, idempotencyKey: string): Promise<RefundReceipt> {
  return api.call<RefundReceipt>(`/api/payments/${transactionId}/refund`, { method: 'POST', idempotencyKey, body: {} });
}
