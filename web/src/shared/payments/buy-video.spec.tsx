import type { VideoPlan } from '@luit/contracts/generation/plans';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { ServicesProvider } from '../../lib/services';
import { fakeServer, jsonResponse, errorResponse } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import { fakeCheckout, type FakeCheckoutSession } from '../../testing/fake-checkout';
import { guestTokenFor, takeGuestToken } from './guest-access-tokens';
import { demoOrder } from './demo-order';
import { PaymentProvider, usePayment, type VideoPurchase } from './payment-provider';

const PLAN: VideoPlan = {
  id: '5s-480p',
  name: 'Standard Video',
  duration: 5,
  credits: 18,
  quality: '480p',
  popular: true,
  description: '',
};
const demo = demoOrder({ plan: '5s-480p', prompt: 'A boat at dawn' }, [PLAN]);
const order = {
  keyId: 'rzp_test_1',
  razorpayOrderId: 'order_1',
  orderId: 'o-1',
  amount: 1800,
  currency: 'INR',
  checkoutScriptUrl: 'https://checkout.invalid/v1/checkout.js',
  claimToken: 'the-claim',
  requestId: 'q-1',
};
const paid = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'sig' };

function Guest() {
  const { buyVideo, error, notice, currentOrder, loading, clearError, clearOrder } = usePayment();
  const [purchase, setPurchase] = useState<VideoPurchase | null>(null);
  return (
    <>
      <button onClick={async () => setPurchase(await buyVideo(demo, 'rupa@example.com'))}>pay</button>
      <button onClick={clearError}>clear error</button>
      <button onClick={clearOrder}>clear order</button>
      <p>{error ?? notice}</p>
      <p>step: {loading ?? 'none'}</p>
      <p>{purchase && `${purchase.outcome} ${purchase.requestId}`}</p>
      <output>{JSON.stringify(currentOrder)}</output>
    </>
  );
}

async function pay(
  routes: Parameters<typeof fakeServer>[0],
  act = (visit: FakeCheckoutSession): void => visit.handler(paid),
): Promise<{ server: ReturnType<typeof fakeServer>; opened: FakeCheckoutSession[] }> {
  const { checkout, opened } = fakeCheckout(act);
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <PaymentProvider checkout={checkout}>
        <Guest />
      </PaymentProvider>
    </ServicesProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'pay' }));
  return { server, opened };
}

describe('a single-video purchase', () => {
  afterEach(() => {
    sessionStorage.clear();
  });

  it('the demo order has the sample of its plan [PAY-22]', () => {
    expect(demo).toMatchObject({
      planId: '5s-480p',
      prompt: 'A boat at dawn',
      imageUrl: null,
      duration: 5,
      credits: 18,
      currency: 'INR',
      status: 'demo_ready',
      videoUrl: '/samples/5s-480p.mp4',
      requestId: null,
      plan: { name: 'Standard Video', duration: 5, quality: '480p', credits: 18 },
    });
    expect(demo.orderId).toContain(demo.id);
    expect(Date.parse(demo.createdAt)).not.toBeNaN();
  });

  it('an unknown plan falls back to 15 seconds and 3 credits [CR-25]', () => {
    expect(demoOrder({ plan: 'nope', prompt: 'x' }, [PLAN])).toMatchObject({ duration: 15, credits: 3 });
  });

  it('a guest orders, pays and verifies, and the guest access token is saved [PAY-02, PAY-05, PAY-06, PAY-08, PAY-11, PAY-21, PAY-24]', async () => {
    const { server, opened } = await pay({
      'POST /api/payments/order': () => jsonResponse(order),
      'POST /api/payments/verify': () => jsonResponse({ transactionId: 'tx-1', requestId: 'q-1', jobId: 'q-1' }),
    });
    await vi.waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('"paymentVerified":true'));
    expect(server.calls[0]?.body).toMatchObject({
      planId: '5s-480p',
      prompt: 'A boat at dawn',
      duration: 5,
      price: 18,
      currency: 'INR',
      isGuest: true,
      guestSessionId: expect.stringMatching(/^[\w-]{16,}$/) as string,
      email: 'rupa@example.com',
      language: 'en',
      termsVersion: '2026-11-27',
      privacyVersion: '2026-11-27',
    });
    expect(opened[0]).toMatchObject({
      order_id: 'order_1',
      amount: 1800,
      currency: 'INR',
      description: 'Video generation - 5 seconds',
      prefill: { name: 'Guest User', email: 'guest@example.com' },
    });
    const state = JSON.parse(screen.getByRole('status').textContent ?? '') as object;
    expect(state).toMatchObject({
      planId: '5s-480p',
      prompt: 'A boat at dawn',
      duration: 5,
      price: 18,
      imageUrl: null,
      status: 'paid',
      transactionId: 'tx-1',
      requestId: 'q-1',
      jobId: 'q-1',
    });
    expect(guestTokenFor('q-1')).toBe('the-claim');
  });

  it("a failed start shows an error and logs the server's text [PAY-17, PAY-19]", async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await pay({ 'POST /api/payments/order': () => errorResponse(503, 'unavailable', 'No key') });
    expect(await screen.findByText('Failed to initiate payment. Please try again.')).toBeInTheDocument();
    expect(JSON.stringify(logged.mock.calls.map((call) => call.map(String)))).toContain(
      'Order creation failed: No key',
    );
    logged.mockRestore();
  });

  it('a failed verification shows an error and keeps the guest access token for the webhook [PAY-20]', async () => {
    await pay({
      'POST /api/payments/order': () => jsonResponse(order),
      'POST /api/payments/verify': () => errorResponse(400, 'invalid_signature', 'Bad'),
    });
    expect(await screen.findByText('Payment verification failed. Please contact support.')).toBeInTheDocument();
    expect(guestTokenFor('q-1')).toBe('the-claim');
  });

  it("a rejected verification is logged with the server's text [PAY-10, PAY-17, PAY-18]", async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await pay({
      'POST /api/payments/order': () => jsonResponse(order),
      'POST /api/payments/verify': () => errorResponse(400, 'invalid_signature', 'The signature is not good'),
    });
    expect(await screen.findByText('failed q-1')).toBeInTheDocument();
    const lines = logged.mock.calls.map((call) => call.map(String).join(' '));
    expect(lines).toContainEqual(expect.stringContaining('Verification failed: The signature is not good'));
    logged.mockRestore();
  });

  it('the context exposes the current step and clears error and order [PAY-14]', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let answer: (response: Response) => void = () => undefined;
    await pay({ 'POST /api/payments/order': () => new Promise((resolve) => (answer = resolve)) });
    expect(screen.getByText('step: order')).toBeInTheDocument();
    answer(errorResponse(503, 'unavailable', 'No key'));
    expect(await screen.findByText('step: none')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'clear error' }));
    expect(screen.queryByText(/Failed to initiate/)).not.toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('demo_ready');
    await userEvent.click(screen.getByRole('button', { name: 'clear order' }));
    expect(screen.getByRole('status')).toHaveTextContent('null');
    logged.mockRestore();
  });

  it('a missing key and a failed order log hints [PAY-18]', async () => {
    const hints = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const hinted = () => hints.mock.calls.flat().join(' ');
    await pay({ 'POST /api/payments/order': () => errorResponse(503, 'provider_not_configured', 'No key') });
    await vi.waitFor(() => expect(hinted()).toMatch(/order failed\. Check .* key and secret/));
    cleanup();
    await pay({ 'POST /api/payments/order': () => jsonResponse({ ...order, keyId: '' }) }, ({ modal }) =>
      modal.ondismiss(),
    );
    await vi.waitFor(() => expect(hinted()).toContain('has no key'));
    hints.mockRestore();
    logged.mockRestore();
  });

  it('the checkout uses the key from the server [PAY-25]', async () => {
    const { opened } = await pay(
      { 'POST /api/payments/order': () => jsonResponse({ ...order, keyId: 'rzp_test_sandbox' }) },
      ({ modal }) => modal.ondismiss(),
    );
    await vi.waitFor(() => expect(opened[0]?.key).toBe('rzp_test_sandbox'));
  });

  it('a closed checkout keeps the demo order, which can still be paid', async () => {
    const acts = [
      (options: FakeCheckoutSession) => options.modal.ondismiss(),
      ({ handler }: FakeCheckoutSession) => handler(paid),
    ];
    const { opened } = await pay(
      {
        'POST /api/payments/order': () => jsonResponse(order),
        'POST /api/payments/verify': () => jsonResponse({ transactionId: 'tx-1', requestId: 'q-1', jobId: 'q-1' }),
      },
      (options) => acts.shift()?.(options),
    );
    expect(await screen.findByText('closed q-1')).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('"status":"demo_ready"');
    expect(guestTokenFor('q-1')).toBe('the-claim');
    await userEvent.click(screen.getByRole('button', { name: 'pay' }));
    expect(await screen.findByText('paid q-1')).toBeInTheDocument();
    expect(opened).toHaveLength(2);
  });

  it('a payment without a verification response is reported as unverified', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await pay({
      'POST /api/payments/order': () => jsonResponse(order),
      'POST /api/payments/verify': () => errorResponse(503, 'unavailable', 'Later'),
    });
    expect(await screen.findByText('unverified q-1')).toBeInTheDocument();
    logged.mockRestore();
  });

  it.each(['/order/q-2?claim=mailed', '/order/q-2#claim=mailed'])(
    'the guest access token is moved from %s to storage',
    (address) => {
      window.history.replaceState(null, '', address);
      takeGuestToken('q-2');
      expect(guestTokenFor('q-2')).toBe('mailed');
      expect(window.location.href).not.toContain('mailed');
    },
  );
});
