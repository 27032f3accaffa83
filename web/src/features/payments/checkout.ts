import type { CreditPack, PaymentOrder, User } from '@luit/contracts/http';
import { logHint } from '../../lib/log';
import { paymentMessages } from './copy';
import type { DemoOrder } from './demo-order';

/** What Razorpay's checkout hands to its `handler`. */
export interface PaymentResult {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

/** The options of Razorpay's standard checkout that we use (razorpay.com/docs, Standard Checkout). */
export interface CheckoutOptions {
  key: string;
  order_id: string;
  /** Paise. */
  amount: number;
  currency: string;
  name: string;
  description: string;
  prefill: { name: string; email: string };
  notes: Record<string, string>;
  theme: { color: string };
  handler: (result: PaymentResult) => void;
  modal: { ondismiss: () => void };
}

declare global {
  interface Window {
    Razorpay?: new (options: CheckoutOptions) => { open(): void };
  }
}

const GUEST = { name: 'Guest User', email: 'guest@example.com' };

/** The blue of the checkout window. */
export const CHECKOUT_BLUE = '#1d6fb8';

export function prefillOf(user: User | null): { name: string; email: string } {
  if (!user) return GUEST;
  const metadata: { name?: string; full_name?: string } = user.user_metadata;
  return { name: metadata.full_name || metadata.name || (user.email.split('@')[0] ?? ''), email: user.email };
}

export function packCheckout(order: PaymentOrder, pack: CreditPack, user: User | null) {
  return {
    key: order.keyId,
    order_id: order.razorpayOrderId,
    amount: order.amount,
    currency: order.currency ?? 'INR',
    name: 'Luit',
    description: paymentMessages.packDescription(pack.name),
    prefill: prefillOf(user),
    notes: { pack_id: pack.id, pack_name: pack.name, credits: String(pack.credits) },
    theme: { color: CHECKOUT_BLUE },
  };
}

export function videoCheckout(order: PaymentOrder, { planId, plan }: DemoOrder, user: User | null) {
  return {
    key: order.keyId,
    order_id: order.razorpayOrderId,
    amount: order.amount,
    currency: order.currency ?? 'INR',
    name: 'Luit',
    description: paymentMessages.videoDescription(plan.duration),
    prefill: prefillOf(user),
    notes: { plan_id: planId, plan_name: plan.name, credits: String(plan.credits) },
    theme: { color: CHECKOUT_BLUE },
  };
}

/** Puts the provider's script on the page, once. @throws Error when it does not arrive */
export function loadCheckout(url: string, document: Document = window.document): Promise<void> {
  if (window.Razorpay) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      logHint(`The checkout script did not load from ${url}: is it blocked, or is the address wrong?`);
      reject(new Error(paymentMessages.scriptMissing));
    };
    document.head.append(script);
  });
}

/** Opens the checkout window; null when the person closes it. @throws Error when the script is not on the page */
export function openCheckout(
  options: Omit<CheckoutOptions, 'handler' | 'modal'>,
  Checkout: Window['Razorpay'] = window.Razorpay,
): Promise<PaymentResult | null> {
  return new Promise((resolve, reject) => {
    if (!Checkout) return reject(new Error(paymentMessages.scriptMissing));
    new Checkout({ ...options, handler: resolve, modal: { ondismiss: () => resolve(null) } }).open();
  });
}
