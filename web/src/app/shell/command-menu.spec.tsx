// cspell:ignore GÁRDEN
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { queryClient } from '../../lib/query-client';
import { ServicesProvider } from '../../lib/services';
import { aRequest, aSession, fakeServer, jsonResponse } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import { CommandMenu } from './command-menu';

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

async function show() {
  queryClient.clear();
  const requests = [aRequest({ id: 'q-7', prompt: 'A tea garden', status: 'completed' })];
  const { fetch } = fakeServer({
    'GET /api/requests?limit=24': () => jsonResponse({ requests, nextCursor: null }),
  });
  const session = sessionStore(fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(fetch, session), session }}>
      <MemoryRouter>
        <Address />
        <QueryClientProvider client={queryClient}>
          <CommandMenu />
        </QueryClientProvider>
      </MemoryRouter>
    </ServicesProvider>,
  );
}

const toggle = () => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
const search = () => screen.findByRole('combobox', { name: 'Command menu' });

it('Control and K open the menu, which finds requests and pages by their words [G-64]', async () => {
  await show();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  toggle();
  expect(await screen.findByRole('option', { name: /^A tea garden/ })).toBeInTheDocument();
  await userEvent.type(await search(), 'GÁRDEN ｔｅａ');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('/image-to-video?request=q-7')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

  toggle();
  await userEvent.type(await search(), 'vault');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('/vault')).toBeInTheDocument();
});

it('the menu says when nothing matches, and closes on Escape', async () => {
  await show();
  toggle();
  await userEvent.type(await search(), 'zebra');
  expect(await screen.findByText('Nothing found. Try another word.')).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
