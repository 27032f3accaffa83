import type { Checkout, CheckoutOptions, PaymentResult } from '../features/payments/checkout';

/** What a person does in the checkout's window. */
export interface CheckoutVisit extends CheckoutOptions {
  handler: (result: PaymentResult) => void;
  modal: { ondismiss: () => void };
}

/** Stands where the provider's script would run, and does at once what the person does there. */
export function checkoutThat(act: (visit: CheckoutVisit) => void): { checkout: Checkout; opened: CheckoutVisit[] } {
  const opened: CheckoutVisit[] = [];
  const checkout: Checkout = (_scriptUrl, options) =>
    new Promise((resolve) => {
      const visit = { ...options, handler: resolve, modal: { ondismiss: () => resolve(null) } };
      opened.push(visit);
      act(visit);
    });
  return { checkout, opened };
}
