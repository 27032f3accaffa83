import type { Checkout, CheckoutOptions, PaymentResult } from '../features/payments/checkout';

/** What a person does in the checkout's window. */
export interface FakeCheckoutSession extends CheckoutOptions {
  handler: (result: PaymentResult) => void;
  modal: { ondismiss: () => void };
}

/** Stands where the provider's script would run, and does at once what the person does there. */
export function fakeCheckout(act: (visit: FakeCheckoutSession) => void): {
  checkout: Checkout;
  opened: FakeCheckoutSession[];
} {
  const opened: FakeCheckoutSession[] = [];
  const checkout: Checkout = (_scriptUrl, options) =>
    new Promise((resolve) => {
      const visit = { ...options, handler: resolve, modal: { ondismiss: () => resolve(null) } };
      opened.push(visit);
      act(visit);
    });
  return { checkout, opened };
}
