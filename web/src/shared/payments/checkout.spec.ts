import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CheckoutOptions, type CheckoutWindow, openCheckout } from './checkout';

const SCRIPT = 'https://checkout.invalid/v1/checkout.js';
const options: CheckoutOptions = {
  key: 'k',
  order_id: 'order_1',
  amount: 1,
  currency: 'INR',
  name: 'Luit',
  description: '',
  prefill: { name: '', email: '' },
  notes: {},
  theme: { color: '' },
};
const paid = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'sig' };

/** Simulates that the frame's document has loaded, with or without our script. */
function loadFrame(open: CheckoutWindow['luitOpenCheckout']): HTMLIFrameElement {
  const frame = document.querySelector('iframe');
  if (!frame) throw new Error('There is no frame on the page');
  Object.assign(frame.contentWindow ?? {}, { luitOpenCheckout: open });
  frame.dispatchEvent(new Event('load'));
  return frame;
}

describe('the checkout', () => {
  afterEach(() => document.querySelector('iframe')?.remove());

  it('the checkout runs in a named frame, receives the options and returns the payment', async () => {
    const open = vi.fn(() => Promise.resolve({ outcome: 'paid', result: paid } as const));
    const result = openCheckout(SCRIPT, options);
    expect(loadFrame(open).title).toBe('Checkout');
    expect(await result).toEqual(paid);
    expect(open).toHaveBeenCalledWith(SCRIPT, options);
    expect(document.querySelector('script[src^="https://checkout.invalid"]')).toBeNull();
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('closing the checkout returns the focus', async () => {
    const button = document.body.appendChild(document.createElement('button'));
    button.focus();
    const result = openCheckout(SCRIPT, options);
    loadFrame(() => Promise.resolve({ outcome: 'closed' }));
    expect(await result).toBeNull();
    expect(button).toHaveFocus();
    button.remove();
  });

  it.each([
    ['the provider’s script is blocked', () => Promise.resolve({ outcome: 'blocked' } as const)],
    ['another document is in the frame', undefined],
  ])('the checkout fails with a hint if %s [PAY-04, PAY-18]', async (_why, open) => {
    const hints = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const result = openCheckout(SCRIPT, options);
    loadFrame(open);
    await expect(result).rejects.toThrow('Razorpay script is not loaded');
    expect(hints.mock.calls.flat().join(' ')).toContain(`did not load from ${SCRIPT}`);
    hints.mockRestore();
  });
});
