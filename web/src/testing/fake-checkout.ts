import type { Checkout, CheckoutOptions, PaymentResult } from '../shared/payments/checkout';

/** An open checkout as seen by a test acting as the user. */
export interface FakeCheckoutSession extends CheckoutOptions {
  handler: (result: PaymentResult) => void;
  modal: { ondismiss: () => void };
}

/** Replaces the checkout and immediately performs the user's action `act`. */
export function fakeCheckout(act: (session: FakeCheckoutSession) => void): {
  checkout: Checkout;
  opened: FakeCheckoutSession[];
} {
  const opened: FakeCheckoutSession[] = [];
  const checkout: Checkout = (_scriptUrl, options) =>
    new Promise((resolve) => {
      const session = { ...options, handler: resolve, modal: { ondismiss: () => resolve(null) } };
      opened.push(session);
      act(session);
    });
  return { checkout, opened };
}
