import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { queryClient } from '../../lib/query-client';
import { type Services, ServicesProvider } from '../../lib/services';
import { aRequest, fakeServer, json, refuse } from '../../testing/fake-server';
import type { LiveSocket } from '../live/live-connection';
import { saveGuestToken } from './guest-access-tokens';
import { useOrderRequest } from './use-order-request';

it('polls an order that is not paid yet, and opens a socket once it is', async () => {
  let isPaid = false;
  const { fetch } = fakeServer({
    'GET /api/requests/q-1': () =>
      isPaid ? json({ request: aRequest() }) : refuse(409, 'awaiting_payment', 'Not paid yet'),
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
  await waitFor(() => expect(result.current.absence).toBe('waiting'));
  expect(open).not.toHaveBeenCalled();
  isPaid = true;
  await waitFor(() => expect(result.current.request?.id).toBe('q-1'), { timeout: 10_000 });
  expect(open).toHaveBeenCalledTimes(1);
  unmount();
  expect(socket.disconnect).toHaveBeenCalledTimes(1);
}, 20_000);
