import type { TrashedView } from '@luit/contracts/http/trash';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider } from '../../../lib/services';
import { aRequest, aSession, errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import TrashPage from './trash-page';

const LIST = 'GET /api/trash?limit=24';
const garden: TrashedView = {
  request: aRequest({ id: 'q-1', status: 'completed', prompt: 'Tea garden in rain' }),
  eraseAt: '2026-12-26T10:00:00Z',
};

async function show(routes: Parameters<typeof fakeServer>[0]) {
  queryClient.clear();
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <TrashPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return server;
}

const button = (name: string) => screen.findByRole('button', { name });

describe('TrashPage', () => {
  it('says when a request is deleted for good, and puts it back', async () => {
    let items = [garden];
    await show({
      [LIST]: () => jsonResponse({ items, nextCursor: null }),
      'DELETE /api/requests/q-1/trash': () => {
        items = [];
        return new Response(null, { status: 204 });
      },
    });
    expect(await screen.findByText('Deleted for good on 26 Dec 2026')).toBeInTheDocument();
    await userEvent.click(await button('Put back'));
    expect(await screen.findByText('The trash is empty')).toBeInTheDocument();
  });

  it('deletes for good only after a confirmation', async () => {
    let items = [garden];
    const server = await show({
      [LIST]: () => jsonResponse({ items, nextCursor: null }),
      'DELETE /api/requests/q-1': () => {
        items = [];
        return new Response(null, { status: 204 });
      },
    });
    await userEvent.click(await button('Delete now'));
    await userEvent.click(await button('Keep it'));
    expect(server.callsTo('/api/requests/q-1')).toEqual([]);
    await userEvent.click(await button('Delete now'));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete now' }));
    expect(await screen.findByText('The trash is empty')).toBeInTheDocument();
  });

  it('loads further pages, and a failed load offers a retry', async () => {
    let isUp = false;
    const other: TrashedView = { ...garden, request: { ...garden.request, id: 'q-2', prompt: 'A boat at dawn' } };
    await show({
      [LIST]: () =>
        isUp
          ? jsonResponse({ items: [garden], nextCursor: 'c' })
          : errorResponse(400, 'validation_failed', 'Please try again.'),
      'GET /api/trash?limit=24&cursor=c': () => jsonResponse({ items: [other], nextCursor: null }),
    });
    const retry = await button('Retry');
    isUp = true;
    await userEvent.click(retry);
    await screen.findByRole('heading', { name: 'Tea garden in rain' });
    await userEvent.click(await button('Show more'));
    expect(await screen.findByRole('heading', { name: 'A boat at dawn' })).toBeInTheDocument();
  });
});
