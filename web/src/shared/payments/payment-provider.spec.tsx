import type { CreditPack } from '@luit/contracts/billing/packs';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { onCreditsUpdated } from '../../lib/credits-events';
import { ServicesProvider } from '../../lib/services';
import { aSession, fakeServer, jsonResponse, errorResponse } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import { fakeCheckout } from '../../testing/fake-checkout';
import { forgetPurchase, latestPurchase } from './latest-purchase';
import { PaymentProvider, usePayment } from './payment-provider';

const pack: CreditPack = {
  id: 'starter',
  name: 'Starter Pack',
  credits: 100,
  price: 99,
  popular: false,
  description: '',
  savings: 0,
};
const order = {
  keyId: 'rzp_test_1',
  razorpayOrderId: 'order_1',
  orderId: 'o-1',
  amount: 9900,
  currency: 'INR',
  checkoutScriptUrl: 'https://checkout.invalid/v1/checkout.js',
};
const paid = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'sig' };

function Buyer() {
  const { buyPack, error, notice, currentOrder } = usePayment();
  return (
    <>
      <button onClick={() => buyPack(pack)}>buy</button>
      <p>{error ?? notice}</p>
      <output>{JSON.stringify(currentOrder)}</output>
    </>
  );
}

let visit: ReturnType<typeof fakeCheckout>;
let happened: string[];

async function buy(routes: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <PaymentProvider
        afterPurchase={() => {
          happened.push(`reload, then ${JSON.stringify(latestPurchase())}`);
          forgetPurchase();
        }}
        checkout={visit.checkout}
      >
        <Buyer />
      </PaymentProvider>
    </ServicesProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'buy' }));
  return server;
}

describe('PaymentProvider', () => {
  let forget: () => void;

  beforeEach(() => {
    happened = [];
    forget = onCreditsUpdated(() => happened.push('creditsUpdated'));
  });
  afterEach(() => forget());

  it('a purchase orders, pays, verifies, dispatches creditsUpdated and reloads into a message, in this order [PAY-01, PAY-05, PAY-06, PAY-07, PAY-08, PAY-09, PAY-11, PAY-12, PAY-13, PAY-21]', async () => {
    visit = fakeCheckout((options) => options.handler(paid));
    const server = await buy({
      'POST /api/payments/order': () => jsonResponse(order),
      'POST /api/payments/verify': () => jsonResponse({ transactionId: 'tx-1', requestId: null, jobId: null }),
    });
    await vi.waitFor(() => expect(happened).toHaveLength(2));
    expect(happened).toEqual([
      'creditsUpdated',
      'reload, then {"orderId":"order_1","credits":100,"transactionId":"tx-1"}',
    ]);
    expect(server.calls[0]?.body).toMatchObject({ planId: 'starter', currency: 'INR' });
    expect(server.calls[0]?.headers.get('idempotency-key')).toBeTruthy();
    expect(visit.opened[0]).toMatchObject({
      key: 'rzp_test_1',
      order_id: 'order_1',
      amount: 9900,
      name: 'Luit',
      description: 'Credit Pack - Starter Pack',
      prefill: { name: 'Mridula Hazarika', email: 'mridula@example.in' },
      notes: { pack_id: 'starter', pack_name: 'Starter Pack', credits: '100' },
    });
    expect(server.callsTo('/api/payments/verify')[0]?.body).toEqual(paid);
    expect(screen.getByRole('status')).toHaveTextContent('"paymentVerified":true,"transactionId":"tx-1"');
  });

  it('a failed start shows an error and opens no checkout [PAY-19]', async () => {
    visit = fakeCheckout(() => undefined);
    await buy({ 'POST /api/payments/order': () => errorResponse(400, 'invalid_pack', 'Invalid pack ID') });
    expect(await screen.findByText('Failed to initiate payment. Please try again.')).toBeInTheDocument();
    expect(visit.opened).toHaveLength(0);
  });

  it('a failed verification shows an error and grants nothing [PAY-20]', async () => {
    visit = fakeCheckout((options) => options.handler(paid));
    await buy({
      'POST /api/payments/order': () => jsonResponse(order),
      'POST /api/payments/verify': () => errorResponse(400, 'invalid_signature', 'Bad signature'),
    });
    expect(await screen.findByText('Payment verification failed. Please contact support.')).toBeInTheDocument();
    expect(happened).toEqual([]);
  });

  it('a closed checkout shows a notice', async () => {
    visit = fakeCheckout((options) => options.modal.ondismiss());
    await buy({ 'POST /api/payments/order': () => jsonResponse(order) });
    expect(await screen.findByText(/Checkout closed/)).toBeInTheDocument();
  });
});
