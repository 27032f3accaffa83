import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { aRequest, fakeServer, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import { PaymentProvider } from '../../../shared/payments/payment-provider';
import OrderPage from './order-page';

function open(answer: () => Response): void {
  const server = fakeServer({ 'GET /api/requests/q-1': answer });
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
