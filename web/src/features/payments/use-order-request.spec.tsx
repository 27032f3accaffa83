import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { queryClient } from '../../lib/query-client';
import { type Services, ServicesProvider } from '../../lib/services';
import { aRequest, fakeServer, jsonResponse, errorResponse } from '../../testing/fake-server';
import type { LiveSocket } from '../../shared/live/live-connection';
import { saveGuestToken } from '../../shared/payments/guest-access-tokens';
import { useOrderRequest } from './use-order-request';

it('an unpaid order is polled, and a socket opens once it is paid', async () => {
  let isPaid = false;
  const { fetch } = fakeServer({
    'GET /api/requests/q-1': () =>
      isPaid ? jsonResponse({ request: aRequest() }) : errorResponse(409, 'awaiting_payment', 'Not paid yet'),
  });
  saveGuestToken('q-1', 'the-claim');
  const socket = { on: () => socket, disconnect: vi.fn() };
  const open = vi.fn(() => Promise.resolve(socket as unknown as LiveSocket));
  const services = { api: new ApiClient(fetch) } as unknown as Services;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <ServicesProvider services={services}>{children}</ServicesProvider>
    </QueryClientProvider>
  );
  const { result, unmount } = renderHook(() => useOrderRequest('q-1', open), { wrapper });
  await waitFor(() => expect(result.current.unavailable).toBe('waiting'));
  expect(open).not.toHaveBeenCalled();
  isPaid = true;
  await waitFor(() => expect(result.current.request?.id).toBe('q-1'));
  expect(open).toHaveBeenCalledTimes(1);
  unmount();
  expect(socket.disconnect).toHaveBeenCalledTimes(1);
});
