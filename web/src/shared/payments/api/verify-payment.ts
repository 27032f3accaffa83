import type { PaymentVerification } from '@luit/contracts/billing/payments';
import { paymentRecords } from '../payment-records';
import type { ApiClient } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import type { PaymentResult } from '../checkout';
import { withMessage } from './create-order';

const RETRY_DELAYS_MS = [1000, 3000];

/**
 * Lets the server verify a payment's signature and grant the credits. The call is idempotent and retried until the answer
 * is definite. @throws Error `Verification failed: …`
 */
export async function verifyPayment(
  api: ApiClient,
  result: PaymentResult,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<PaymentVerification> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await api.call<PaymentVerification>('/api/payments/verify', {
        method: 'POST',
        body: {
          razorpay_order_id: result.razorpay_order_id,
          razorpay_payment_id: result.razorpay_payment_id,
          razorpay_signature: result.razorpay_signature,
        },
      });
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      const delay = RETRY_DELAYS_MS[attempt];
      if (cause.isDefinite || delay === undefined) {
        throw withMessage(cause, paymentRecords.verificationFailed(cause.message));
      }
      await wait(delay);
    }
  }
}
