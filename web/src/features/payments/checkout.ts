import type { User } from '@luit/contracts/auth/users';
import type { PaymentOrder } from '@luit/contracts/billing/orders';
import type { CreditPack } from '@luit/contracts/billing/packs';
import { logHint } from '../../lib/log';
import { paymentMessages } from './copy';
import type { DemoOrder } from './demo-order';

/** What Razorpay's checkout hands to its `handler`. */
export interface PaymentResult {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

/** The options of Razorpay's standard checkout that we use (razorpay.com/docs, Standard Checkout), without its callbacks. */
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
}

type Ending = { outcome: 'paid'; result: PaymentResult } | { outcome: 'closed' } | { outcome: 'blocked' };

/** What the checkout's document offers to the page that frames it (`public/checkout-frame.js`). */
export interface CheckoutWindow extends Window {
  luitOpenCheckout?: (scriptUrl: string, options: CheckoutOptions) => Promise<Ending>;
}

/** Lets somebody pay; null where they close the checkout. @throws Error where the provider's script is not there */
export type Checkout = (scriptUrl: string, options: CheckoutOptions) => Promise<PaymentResult | null>;

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

/** Vite's own server knows documents by their file names alone. */
const CHECKOUT_PAGE = import.meta.env.DEV ? '/checkout.html' : '/checkout';

/**
 * Opens the checkout in a frame over the page. The provider's script runs in the frame's document, the only one whose
 * content security policy admits it, and the frame goes when the checkout ends.
 */
export const openCheckout: Checkout = async (scriptUrl, options) => {
  const before = document.activeElement;
  const frame = document.createElement('iframe');
  // A frame of another colour scheme than its document would not be transparent.
  frame.className = 'fixed inset-0 z-50 size-full border-0 scheme-light';
  frame.title = paymentMessages.checkoutTitle;
  frame.allow = 'payment';
  frame.src = CHECKOUT_PAGE;
  try {
    await new Promise<void>((resolve) => {
      frame.onload = () => resolve();
      document.body.append(frame);
    });
    frame.focus();
    const ending = await checkoutIn(frame)?.(scriptUrl, options);
    if (ending?.outcome === 'paid') return ending.result;
    if (ending?.outcome === 'closed') return null;
    logHint(`The checkout script did not load from ${scriptUrl}: is it blocked, or is the address wrong?`);
    throw new Error(paymentMessages.scriptMissing);
  } finally {
    frame.remove();
    if (before instanceof HTMLElement) before.focus();
  }
};

/** Undefined where something else than our document is in the frame, for example the browser's own page of an error. */
function checkoutIn({ contentDocument, contentWindow }: HTMLIFrameElement): CheckoutWindow['luitOpenCheckout'] {
  return contentDocument ? (contentWindow as CheckoutWindow).luitOpenCheckout : undefined;
}
