import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { fakeCheckout } from '../../../testing/fake-checkout';
import { aSession, errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import { PaymentProvider, usePayment } from '../payment-provider';
import { PaymentNotice } from './payment-notice';

const pack = {
  ...{ id: 'starter', name: 'Starter Pack', credits: 100, price: 99, popular: false, description: '', savings: 0 },
};
const order = { keyId: 'rzp_test_1', razorpayOrderId: 'order_1', orderId: 'o-1', amount: 9900, currency: 'INR' };
const paid = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'sig' };

function Buyer() {
  const { buyPack } = usePayment();
  return <button onClick={() => buyPack(pack)}>buy</button>;
}

async function buy(routes: Parameters<typeof fakeServer>[0]) {
  const { fetch } = fakeServer(routes);
  const session = sessionStore(fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(fetch, session), session }}>
      <PaymentProvider checkout={fakeCheckout((visit) => visit.handler(paid)).checkout}>
        <MemoryRouter>
          <PaymentNotice />
          <Buyer />
        </MemoryRouter>
      </PaymentProvider>
    </ServicesProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'buy' }));
  return screen.findByRole('alert');
}

it('a failed verification leads to support [PAY-20]', async () => {
  const alert = await buy({
    'POST /api/payments/order': () => jsonResponse(order),
    'POST /api/payments/verify': () => errorResponse(400, 'invalid_signature', 'Bad signature'),
  });
  expect(alert).toHaveTextContent('Payment verification failed. Please contact support.');
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
});

it('a failed start can be tried again without support [PAY-19]', async () => {
  const alert = await buy({ 'POST /api/payments/order': () => errorResponse(503, 'unavailable', 'down') });
  expect(alert).toHaveTextContent('Failed to initiate payment. Please try again.');
  expect(screen.queryByRole('link', { name: 'Contact us' })).not.toBeInTheDocument();
});
