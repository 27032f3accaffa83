import type { RequestView } from '@luit/contracts/http/requests';
import { Toaster } from '@luit/ui/toaster';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { queryClient } from '../../lib/query-client';
import { ServicesProvider } from '../../lib/services';
import { aRequest, aSession, fakeServer, jsonResponse, errorResponse } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import { mergeRequest } from '../../shared/requests/request-cache';
import type { LiveConnection, LiveState } from '../../shared/live/live-connection';
import { ActivityCenter } from './components/activity-center';

const LIST = 'GET /api/requests?limit=12';

async function show(requests: RequestView[] | null, address = '/pricing') {
  let state: LiveState = 'live';
  const listeners = new Set<() => void>();
  const live = {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as LiveConnection;
  const server = fakeServer({
    [LIST]: () =>
      requests ? jsonResponse({ requests, nextCursor: null }) : errorResponse(400, 'validation_failed', 'no'),
  });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[address]}>
          <ActivityCenter live={live} />
          <Toaster />
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  const become = (next: LiveState) =>
    act(() => {
      state = next;
      listeners.forEach((listener) => listener());
    });
  return { server, become };
}

const button = (name: string) => screen.findByRole('button', { name });
const push = (request: RequestView) => act(() => mergeRequest(queryClient, request));
const open = aRequest({ id: 'a-1', prompt: 'Rhinos at dusk', progress: 62, etaSeconds: 12, sequence: 2 });
const done = (id: string) =>
  aRequest({ id, prompt: 'Rhinos at dusk', status: 'completed', sequence: 9, completedAt: '2026-11-21T06:00:00Z' });

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
});

describe('ActivityCenter', () => {
  it('the activity center shows running requests with progress and a link [G-04]', async () => {
    await show([open]);
    await userEvent.click(await button('Activity. Live, 1 in progress'));
    const row = within(await screen.findByRole('link', { name: /Rhinos at dusk/ }));
    expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '62');
    row.getByText('62% · about 12 s left');
    expect(screen.getByRole('link', { name: /Rhinos at dusk/ })).toHaveAttribute('href', '/image-to-video?request=a-1');
  });

  it('a result is announced once and stays unread until the panel was opened [G-04, G-50]', async () => {
    await show([open]);
    await button('Activity. Live, 1 in progress');
    push(done('a-1'));
    expect(await screen.findByText('Your video is ready')).toBeInTheDocument();
    await userEvent.click(await button('Activity. Live, 1 unread'));
    await userEvent.keyboard('{Escape}');
    expect(await button('Activity. Live')).toHaveFocus();
  });

  it('the toast of a failed video states the returned credits [G-04]', async () => {
    await show([{ ...open, id: 'a-2' }]);
    await button('Activity. Live, 1 in progress');
    push({ ...done('a-2'), status: 'failed', videoUrl: null, money: { state: 'returned', credits: 18 } });
    expect(await screen.findByText('Your video couldn’t be generated')).toBeInTheDocument();
    expect(screen.getByText('We returned 18 credits to your balance. You weren’t charged.')).toBeInTheDocument();
  });

  it('no toast is shown for the request on the current page', async () => {
    await show([{ ...open, id: 'a-3', prompt: 'A kettle' }], '/image-to-video?request=a-3');
    await button('Activity. Live, 1 in progress');
    push({ ...done('a-3'), prompt: 'A kettle' });
    expect(await button('Activity. Live')).toBeInTheDocument();
    expect(screen.queryByText('A kettle')).not.toBeInTheDocument();
  });

  it('a lost connection is announced politely while requests are polled [G-04]', async () => {
    const { become, server } = await show([]);
    await button('Activity. Live');
    become('polling');
    expect(screen.getByRole('status', { name: 'Connection: Checking every 3 seconds' })).toHaveTextContent(
      'Live updates are unavailable. Checking for updates every 3 seconds.',
    );
    expect(await button('Activity. Checking every 3 seconds')).toBeInTheDocument();
    expect(server.calls.length).toBeGreaterThan(0);
  });

  it('the panel has an empty state', async () => {
    await show([]);
    await userEvent.click(await button('Activity. Live'));
    expect(await screen.findByText('Nothing in progress')).toBeInTheDocument();
  });

  it('the panel offers a retry when the list fails to load', async () => {
    await show(null);
    await userEvent.click(await button('Activity. Live'));
    expect(await screen.findByText('We couldn’t load your recent activity.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
});
