import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ApiClient } from '../lib/api-client';
import { queryClient } from '../lib/query-client';
import { ServicesProvider } from '../lib/services';
import { PUSH_KEY } from './fake-push';
import { someSettings } from './notification-settings';
import { aSession, errorResponse, fakeServer, jsonResponse } from './fake-server';
import { sessionStore } from './session-environment';

export const ENDPOINT = 'https://push.example/1';

/** Renders for a signed-in user, whose server has these keys and this subscription. */
export async function showWithPush(
  what: ReactNode,
  { publicKey = PUSH_KEY as string | null, endpoint = null as string | null, isFailing = false } = {},
) {
  queryClient.clear();
  const state = { publicKey, endpoint };
  const server = fakeServer({
    'GET /api/notifications/settings': () => jsonResponse({ settings: someSettings() }),
    'GET /api/web-push': () => jsonResponse(state),
    'PUT /api/web-push/subscription': () => {
      if (isFailing) return errorResponse(503, 'unavailable', 'Try again');
      state.endpoint = ENDPOINT;
      return new Response(null, { status: 204 });
    },
    'DELETE /api/web-push/subscription': () => {
      state.endpoint = null;
      return new Response(null, { status: 204 });
    },
  });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>{what}</QueryClientProvider>
    </ServicesProvider>,
  );
  return server;
}
