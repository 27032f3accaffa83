import type { RefundReceipt } from '@luit/contracts/billing/refunds';
import type { ApiClient } from '../../../lib/api-client';

/** Refunds the unused credits of a purchase. */
export function refundPurchase(api: ApiClient, transactionId: string, idempotencyKey: string): Promise<RefundReceipt> {
  return api.call<RefundReceipt>(`/api/payments/${transactionId}/refund`, { method: 'POST', idempotencyKey, body: {} });
}
