import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { aRequest, fakeServer, type RecordedCall, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import { saveGuestToken } from '../../../shared/payments/guest-access-tokens';
import { PaymentProvider } from '../../../shared/payments/payment-provider';
import OrderPage from './order-page';

const payment = {
  razorpayOrderId: 'order_N1',
  paymentId: 'pay_N1',
  amountPaise: 1_800,
  paidAt: '2026-11-25T08:30:00Z',
  document: 'receipt',
};

function open(answer: (call: RecordedCall) => Response) {
  const server = fakeServer({
    'GET /api/requests/q-1': answer,
    'GET /api/requests/q-1/payment': () => jsonResponse({ payment }),
    'GET /api/requests/q-1/receipt': () => errorResponse(503, 'unavailable', 'Please try again in a moment.'),
  });
  const session = sessionStore(server.fetch);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
        <PaymentProvider>
          <MemoryRouter initialEntries={['/order/q-1']}>
            <Routes>
              <Route path="/order/:requestId" element={<OrderPage />} />
            </Routes>
          </MemoryRouter>
        </PaymentProvider>
      </ServicesProvider>
    </QueryClientProvider>,
  );
  return server;
}

describe('the order page', () => {
  beforeEach(() => localStorage.clear());

  it('a late result after a refund is shown and can be downloaded', async () => {
    const money = { state: 'refunded', credits: 18 } as const;
    const late = aRequest({ status: 'failed', money, lateOutput: '/files/late.mp4?signed' });
    open(() => jsonResponse({ request: late }));
    expect(await screen.findByRole('region', { name: 'Your video arrived late, so it’s free' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Download for free' })).toHaveAttribute(
      'href',
      '/files/late.mp4?signed&download=1',
    );
    expect(screen.getByRole('heading', { name: 'Your video arrived late' })).toBeInTheDocument();
    expect(screen.getByText(/Your refund of ₹18 is on its way/)).toBeInTheDocument();
  });

  it('a guest is offered an account that keeps the video, and someone without the token is not', async () => {
    open(() => jsonResponse({ request: aRequest({ status: 'completed' }) }));
    await screen.findByRole('heading', { name: 'Your video is ready' });
    expect(screen.queryByRole('link', { name: 'Create account' })).not.toBeInTheDocument();
    cleanup();
    saveGuestToken('q-1', 'the-claim');
    open(() => jsonResponse({ request: aRequest({ status: 'completed' }) }));
    expect(await screen.findByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/auth?mode=signup');
  });

  it.each([
    ['requested', 'We’re refunding your payment.'],
    ['delayed', 'Your refund of ₹18 is delayed. We’re retrying, and our team has been informed.'],
    ['sent', 'Your refund of ₹18 is on its way to your original payment method. Banks usually take 5-7 business days.'],
  ] as const)('a failed video whose refund is %s says so', async (refund, text) => {
    const money = { state: 'refunded', credits: 18, refund } as const;
    open(() => jsonResponse({ request: aRequest({ status: 'failed', money }) }));
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('the payment is shown with its order id, and its receipt can be downloaded [G-59, G-65]', async () => {
    const { callsTo } = open(() => jsonResponse({ request: aRequest({ status: 'completed', progress: 100 }) }));
    const section = await screen.findByRole('region', { name: 'Payment' });
    expect(section).toHaveTextContent('You paid ₹18 on');
    expect(section).toHaveTextContent('Order ID: order_N1');
    await userEvent.click(screen.getByRole('button', { name: 'Download receipt' }));
    expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
    expect(callsTo('/api/requests/q-1/receipt')).toHaveLength(1);
  });

  describe('a link with a guest access token', () => {
    const keyed = (accepted: string) => (call: RecordedCall) =>
      call.headers.get('authorization') === `Claim ${accepted}`
        ? jsonResponse({ request: aRequest({ status: 'completed', progress: 100 }) })
        : errorResponse(401, 'unauthorized', 'x');

    beforeEach(() => window.history.replaceState(null, '', '/order/q-1?claim=linked'));

    it('replaces the stored one only if the server accepts it', async () => {
      localStorage.setItem('luit.claim.q-1', 'earlier');
      open(keyed('linked'));
      await screen.findByRole('region', { name: 'Payment' });
      expect([localStorage.getItem('luit.claim.q-1'), window.location.search]).toEqual(['linked', '']);
    });

    it('that is not accepted opens the order with the stored one, and does not replace it', async () => {
      localStorage.setItem('luit.claim.q-1', 'earlier');
      const { calls } = open(keyed('earlier'));
      await screen.findByRole('region', { name: 'Payment' });
      expect(localStorage.getItem('luit.claim.q-1')).toBe('earlier');
      const payment = calls.find(({ path }) => path.endsWith('/payment'));
      expect(payment?.headers.get('authorization')).toBe('Claim earlier');
    });
  });

  const actions = () =>
    screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')] as const);

  it('an order that waits for its payment says what happens and what to do', async () => {
    open(() => errorResponse(409, 'awaiting_payment', 'x'));
    await screen.findByRole('heading', { name: 'Waiting for your payment' });
    expect(screen.getByText(/If you closed the checkout without paying, nothing was charged/)).toBeInTheDocument();
    expect(screen.getByText(/^Still waiting after 10 minutes\?/)).toHaveTextContent('Request ID q-1');
    expect(actions()).toEqual([
      ['Go back and pay', '/pay-once'],
      ['Contact us', '/contact'],
    ]);
  });

  it('an order that cannot be opened here leads to the sign-in and to support', async () => {
    open(() => errorResponse(401, 'unauthorized', 'x'));
    await screen.findByRole('heading', { name: 'You can’t open this order here' });
    expect(screen.getByText(/Request ID q-1/)).toBeInTheDocument();
    expect(actions()).toEqual([
      ['Sign in', '/auth'],
      ['Contact us', '/contact'],
      ['Place another order', '/pay-once'],
    ]);
  });

  it('an unknown order leads to support and to a new one', async () => {
    open(() => errorResponse(404, 'not_found', 'x'));
    await screen.findByRole('heading', { name: 'Order not found' });
    expect(actions()).toEqual([
      ['Contact us', '/contact'],
      ['Place another order', '/pay-once'],
    ]);
  });

  it.each([
    ['a pending order waits for its payment', 409, 'awaiting_payment', 'Waiting for your payment'],
    ['an unknown order is not polled', 404, 'not_found', 'Order not found'],
    ['an invalid guest access token is rejected', 401, 'unauthorized', 'You can’t open this order here'],
    ['an unavailable server shows the loading state', 503, 'unavailable', 'Opening your order'],
  ] as const)('%s', async (_name, status, code, title) => {
    open(() => errorResponse(status, code, 'x'));
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  });
});
