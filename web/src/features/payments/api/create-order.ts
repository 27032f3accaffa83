import type { PaymentOrder } from '@luit/contracts/billing/orders';
import type { CreditPack } from '@luit/contracts/billing/packs';
import type { ApiClient } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { logHint } from '../../../lib/log';
import { paymentMessages } from '../copy';

/** Opens an order for a pack. The server sets the price. @throws Error `Failed to create payment order: …` */
export async function createPackOrder(api: ApiClient, pack: CreditPack, idempotencyKey: string): Promise<PaymentOrder> {
  if (!pack.id) throw new Error(paymentMessages.invalidPack);
  try {
    const order = await api.call<PaymentOrder>('/api/payments/order', {
      method: 'POST',
      idempotencyKey,
      body: { planId: pack.id, prompt: paymentMessages.packPrompt(pack.name), currency: 'INR' },
    });
    if (!order.keyId) logHint('The order carries no key: is the payment provider’s key configured on the server?');
    return order;
  } catch (cause) {
    logHint('The payment order could not be created: check the payment provider’s key and secret on the server.');
    if (cause instanceof ApiError) throw rename(cause, paymentMessages.orderFailed(cause.message));
    throw cause;
  }
}

/** The same refusal in other words; its code still decides whether the intent is settled. */
export function rename(error: ApiError, message: string): ApiError {
  return new ApiError(message, error);
}
