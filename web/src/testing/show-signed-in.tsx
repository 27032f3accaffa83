import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ApiClient } from '../lib/api-client';
import { queryClient } from '../lib/query-client';
import { ServicesProvider } from '../lib/services';
import { aSession, fakeServer } from './fake-server';
import { sessionStore } from './session-environment';

/** Renders for a signed-in user, whose server has these routes. */
export async function showSignedIn(what: ReactNode, routes: Parameters<typeof fakeServer>[0]) {
  queryClient.clear();
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>{what}</MemoryRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return { ...server, session };
}
