import { INVALID_PACK } from '@luit/contracts/billing/limits';
import type { PaymentOrder } from '@luit/contracts/billing/orders';
import type { CreditPack } from '@luit/contracts/billing/packs';
import { paymentRecords } from '../payment-records';
import type { ApiClient } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { logHint } from '../../../lib/log';

/** Creates an order for a pack. The server sets the price. @throws Error `Failed to create payment order: …` */
export async function createPackOrder(api: ApiClient, pack: CreditPack, idempotencyKey: string): Promise<PaymentOrder> {
  if (!pack.id) throw new Error(INVALID_PACK);
  try {
    const order = await api.call<PaymentOrder>('/api/payments/order', {
      method: 'POST',
      idempotencyKey,
      body: { planId: pack.id, prompt: paymentRecords.packPrompt(pack.name), currency: 'INR' },
    });
    if (!order.keyId)
      logHint('The order has no key. Check that the payment provider’s key is configured on the server.');
    return order;
  } catch (cause) {
    logHint('Creating the payment order failed. Check the payment provider’s key and secret on the server.');
    if (cause instanceof ApiError) throw withMessage(cause, paymentRecords.orderFailed(cause.message));
    throw cause;
  }
}

/** Replaces the message of an error and keeps its code, which decides whether the outcome is final. */
export function withMessage(error: ApiError, message: string): ApiError {
  return new ApiError(message, error);
}
