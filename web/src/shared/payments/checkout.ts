import { t } from '@lingui/core/macro';
import type { User } from '@luit/contracts/auth/users';
import type { PaymentOrder } from '@luit/contracts/billing/orders';
import type { CreditPack } from '@luit/contracts/billing/packs';
import { paymentRecords } from './payment-records';
import { logHint } from '../../lib/log';
import type { DemoOrder } from './demo-order';

/** The argument of the checkout's `handler`. */
export interface PaymentResult {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

/** The subset of Razorpay's Standard Checkout options in use, without callbacks (razorpay.com/docs). */
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

type CheckoutOutcome = { outcome: 'paid'; result: PaymentResult } | { outcome: 'closed' } | { outcome: 'blocked' };

/** The API of the checkout document for its parent page (`public/checkout-frame.js`). */
export interface CheckoutWindow extends Window {
  luitOpenCheckout?: (scriptUrl: string, options: CheckoutOptions) => Promise<CheckoutOutcome>;
}

/** Opens the checkout. Returns null if the user closes it. @throws Error if the provider's script is not loaded */
export type Checkout = (scriptUrl: string, options: CheckoutOptions) => Promise<PaymentResult | null>;

const GUEST = { name: 'Guest User', email: 'guest@example.com' };

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
    description: paymentRecords.packDescription(pack.name),
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
    description: paymentRecords.resultDescription(plan.duration),
    prefill: prefillOf(user),
    notes: { plan_id: planId ?? '', plan_name: plan.name, credits: String(plan.credits) },
    theme: { color: CHECKOUT_BLUE },
  };
}

/** The Vite development server serves documents only by file name. */
const CHECKOUT_PAGE = import.meta.env.DEV ? '/checkout.html' : '/checkout';

/**
 * Opens the checkout in a frame over the page. The provider's script runs in the frame's document, because only that
 * document's content security policy allows it. The frame is removed when the checkout ends.
 */
export const openCheckout: Checkout = async (scriptUrl, options) => {
  const previousFocus = document.activeElement;
  const frame = document.createElement('iframe');
  // A frame is opaque if its color scheme differs from that of its document.
  frame.className = 'fixed inset-0 z-50 size-full border-0 scheme-light';
  frame.title = t`Checkout`;
  frame.allow = 'payment';
  frame.src = CHECKOUT_PAGE;
  try {
    await new Promise<void>((resolve) => {
      frame.onload = () => resolve();
      document.body.append(frame);
    });
    frame.focus();
    const outcome = await checkoutOf(frame)?.(scriptUrl, options);
    if (outcome?.outcome === 'paid') return outcome.result;
    if (outcome?.outcome === 'closed') return null;
    logHint(`The checkout script did not load from ${scriptUrl}. Check the URL and whether something blocks it.`);
    throw new Error(paymentRecords.scriptMissing);
  } finally {
    frame.remove();
    if (previousFocus instanceof HTMLElement) previousFocus.focus();
  }
};

/** Undefined if the frame does not contain our document, for example because of a network error. */
function checkoutOf({ contentDocument, contentWindow }: HTMLIFrameElement): CheckoutWindow['luitOpenCheckout'] {
  return contentDocument ? (contentWindow as CheckoutWindow).luitOpenCheckout : undefined;
}
