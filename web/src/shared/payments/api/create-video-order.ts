import { t } from '@lingui/core/macro';
import { currentVersionOf } from '@luit/contracts/auth/consent-notices';
import type { PaymentOrder } from '@luit/contracts/billing/orders';
import type { ApiClient } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { randomId } from '@luit/ui/intents';
import { currentLanguage } from '../../../lib/language';
import { logHint } from '../../../lib/log';
import { guestSessionId } from '../guest-access-tokens';
import type { DemoOrder } from '../demo-order';
import { withMessage } from './create-order';

interface VideoOrderRequest {
  demo: DemoOrder;
  /** The guest's email address for the link; empty if none was given. */
  email: string;
  isGuest: boolean;
}

/** Creates an order for one video or image. The server sets the price. @throws Error `Order creation failed: …` */
export async function createVideoOrder(
  api: ApiClient,
  { demo, email, isGuest }: VideoOrderRequest,
  idempotencyKey: string,
): Promise<PaymentOrder> {
  const { planId, choice, prompt, duration, credits: price, imageUrl } = demo;
  const guest = isGuest
    ? {
        guestSessionId: guestSessionId(randomId),
        isGuest: true,
        email: email || undefined,
        language: currentLanguage(),
        // The page links to these beside the button.
        termsVersion: currentVersionOf('terms'),
        privacyVersion: currentVersionOf('privacy'),
      }
    : {};
  try {
    const order = await api.call<PaymentOrder>('/api/payments/order', {
      method: 'POST',
      idempotencyKey,
      body: {
        ...choice,
        planId: planId ?? undefined,
        prompt,
        duration: duration ?? undefined,
        price,
        imageUrl: imageUrl ?? undefined,
        currency: 'INR',
        ...guest,
      },
    });
    if (!order.keyId)
      logHint('The order has no key. Check that the payment provider’s key is configured on the server.');
    return order;
  } catch (cause) {
    logHint('Creating the video order failed. Check the payment provider’s key and secret on the server.');
    if (cause instanceof ApiError) throw withMessage(cause, t`Order creation failed: ${{ text: cause.message }}`);
    throw cause;
  }
}
