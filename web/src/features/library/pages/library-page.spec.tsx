import { toast, Toaster } from '@luit/ui/toaster';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider } from '../../../lib/services';
import { aRequest, aSession, fakeServer, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import LibraryPage from './library-page';

const ready = aRequest({
  id: 'q-1',
  status: 'completed',
  prompt: 'Tea garden in rain',
  money: { state: 'captured', credits: 18 },
});
const failed = aRequest({
  id: 'q-2',
  status: 'failed',
  prompt: 'A boat at dawn',
  error: { code: 'provider_failed', message: 'The provider could not make this video.' },
  money: { state: 'returned', credits: 18 },
});
const FIRST_PAGE = 'GET /api/requests?limit=24';

async function show(routes: Parameters<typeof fakeServer>[0], address = '/library') {
  queryClient.clear();
  toast.dismiss();
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  window.history.replaceState(null, '', address);
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <LibraryPage />
          <Toaster />
        </BrowserRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return server;
}

const listCalls = (server: Awaited<ReturnType<typeof show>>) =>
  server.calls.map(({ path }) => path).filter((path) => path.startsWith('/api/requests?'));

const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title });
  return within(heading.closest('li')!);
};

/** Opens what can be done with a request, and what is known of it. */
const panel = async (title: string) => {
  await userEvent.click((await card(title)).getByRole('button', { name: `More about ${title}` }));
  return within(await screen.findByRole('dialog'));
};

const openFilters = async () => userEvent.click(screen.getByRole('button', { name: /^Filter/ }));

describe('LibraryPage', () => {
  it('an output that was taken down says why and how to object, and offers nothing that needs its file', async () => {
    const takedown = { kind: 'order', reason: 'Order 12 of 2026', takenDownAt: '2026-11-27T09:00:00.000Z' } as const;
    const hidden = { ...ready, outputUrl: null, videoUrl: null, posterUrl: null, takedown };
    await show({ [FIRST_PAGE]: () => jsonResponse({ requests: [hidden], nextCursor: null }) });
    (await card('Tea garden in rain')).getByText('We took this down. Nobody can see it, including you.');
    const garden = await panel('Tea garden in rain');
    expect(garden.getByText(/^Order of a court or government/)).toHaveTextContent('Order 12 of 2026');
    expect(garden.getByRole('link', { name: 'Object to this decision' })).toHaveAttribute('href', '/contact');
    for (const name of ['Download', 'Share']) expect(garden.queryByRole('button', { name })).toBeNull();
    garden.getByRole('button', { name: 'Delete' });
  });

  it('a late result can be downloaded for free', async () => {
    const late = { ...failed, lateOutput: '/files/late.mp4?signed' };
    await show({ [FIRST_PAGE]: () => jsonResponse({ requests: [late, ready], nextCursor: null }) });
    const garden = await card('Tea garden in rain');
    expect(garden.queryByText('Your video arrived late, so it’s free')).toBeNull();
    (await card('A boat at dawn')).getByText('Your video arrived late, so it’s free');
    const boat = await panel('A boat at dawn');
    boat.getByText(/5 s · 18 credits returned$/);
    expect(boat.getByRole('link', { name: 'Download for free' })).toHaveAttribute(
      'href',
      '/files/late.mp4?signed&download=1',
    );
  });

  it('the library lists requests with state and credits, page by page [G-45]', async () => {
    await show({
      [FIRST_PAGE]: () => jsonResponse({ requests: [failed], nextCursor: 'q-2' }),
      'GET /api/requests?limit=96&cursor=q-2': () => jsonResponse({ requests: [ready], nextCursor: null }),
    });
    const boat = await card('A boat at dawn');
    boat.getByText('The provider could not make this video.');
    boat.getByText('Failed');
    boat.getByText(/· 18 credits returned$/);
    expect((await card('Tea garden in rain')).queryByText('Failed')).toBeNull();
    expect(screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-posinset'))).toEqual(['1', '2']);
    expect(screen.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '2');
  });

  it('a heart marks a favorite at once, takes the mark back if the server refuses it, and a filter shows favorites only', async () => {
    let refuse: (() => void) | undefined;
    const refusal = () => errorResponse(503, 'unavailable', 'Please try again in a moment.');
    const done = () => new Response(null, { status: 204 });
    const firstRefused = (): Response | Promise<Response> =>
      refuse ? done() : new Promise((resolve) => (refuse = () => resolve(refusal())));
    const server = await show({
      [FIRST_PAGE]: () => jsonResponse({ requests: [failed, ready], favorites: ['q-2'], nextCursor: null }),
      'GET /api/requests?limit=24&favorite=true': () =>
        jsonResponse({ requests: [failed], favorites: ['q-2'], nextCursor: null }),
      'PUT /api/requests/q-1/favorite': firstRefused,
      'DELETE /api/requests/q-2/favorite': done,
    });
    const heart = async (title: string) => (await card(title)).getByRole('button', { name: 'Favorite' });
    expect(await heart('A boat at dawn')).toHaveAttribute('aria-pressed', 'true');
    const garden = await heart('Tea garden in rain');
    await userEvent.click(garden);
    await vi.waitFor(() => expect(garden).toHaveAttribute('aria-pressed', 'true'));
    refuse?.();
    await vi.waitFor(() => expect(garden).toHaveAttribute('aria-pressed', 'false'));
    await userEvent.click(garden);
    await vi.waitFor(() => expect(server.callsTo('/api/requests/q-1/favorite')).toHaveLength(2));
    expect(garden).toHaveAttribute('aria-pressed', 'true');

    await openFilters();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Favorites' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Filter, 1 in use' })).toBeInTheDocument();
    await vi.waitFor(() => expect(screen.queryByText('Tea garden in rain')).not.toBeInTheDocument());
    expect(window.location.search).toBe('?favorite=true');
    await userEvent.click(await heart('A boat at dawn'));
    expect(await heart('A boat at dawn')).toHaveAttribute('aria-pressed', 'false');
    await vi.waitFor(() => expect(server.callsTo('/api/requests/q-2/favorite')).toHaveLength(1));
  });

  it('the details of a request name what it was made with, also a retired model', async () => {
    const portrait = { ...ready.options!, aspectRatio: '9:16' as const, seed: 4711 };
    const plans = [{ id: '5s-480p', name: 'Standard Video', duration: 5, credits: 18, quality: '480p', popular: true }];
    const retired = [{ id: 'seedance', name: 'Seedance', replacement: null }];
    await show({
      [FIRST_PAGE]: () =>
        jsonResponse({ requests: [{ ...ready, request_id: 'q-1', options: portrait }], nextCursor: null }),
      'GET /api/plans': () => jsonResponse({ plans, models: [], imageModels: [], retired }),
    });
    const garden = await panel('Tea garden in rain');
    const facts = await garden.findAllByRole('term');
    await vi.waitFor(() => expect(garden.getByText('Seedance')).toBeInTheDocument());
    expect(facts.map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)).toEqual([
      'Prompt: Tea garden in rain',
      expect.stringMatching(/^Generated: /),
      'Payment: You were charged 18 credits for this video.',
      'Model: Seedance',
      'Duration: 5 s',
      'Quality: 480p',
      'Aspect ratio: Portrait (9:16)',
      'Seed: 4711',
      'Request ID: q-1',
    ]);
    expect(garden.getByRole('link', { name: 'Report this result' })).toHaveAttribute(
      'href',
      `/report?about=${ready.id}`,
    );
  });

  it('the details of a restoration name its settings', async () => {
    const restored = aRequest({
      ...{ id: 'q-7', request_id: 'q-7', type: 'restore', status: 'completed', prompt: '', planId: null, model: null },
      ...{ options: null, restore: { quality: 'ultra', enhancement: 'premium', colorRestoration: true } },
    });
    await show({ [FIRST_PAGE]: () => jsonResponse({ requests: [restored], nextCursor: null }) });
    const photo = await panel('Restored photo');
    const facts = await photo.findAllByRole('term');
    expect(facts.map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)).toEqual([
      expect.stringMatching(/^Generated: /),
      'Payment: You were charged 18 credits for this photo.',
      'Quality: Ultra, 4× the original size',
      'Enhancement: Premium, Sharper faces',
      'Color restoration: Yes',
      'Request ID: q-7',
    ]);
  });

  it('a library that was emptied into the trash says so, and takes the last deletion back', async () => {
    let requests = [ready];
    await show({
      [FIRST_PAGE]: () => jsonResponse({ requests, nextCursor: null }),
      'PUT /api/requests/q-1/trash': () => {
        requests = [];
        return new Response(null, { status: 204 });
      },
      'DELETE /api/requests/q-1/trash': () => {
        requests = [ready];
        return new Response(null, { status: 204 });
      },
      'GET /api/trash?limit=24': () =>
        jsonResponse({ items: [{ request: ready, eraseAt: '2026-12-26T10:00:00Z' }], nextCursor: null }),
    });
    await userEvent.click((await panel('Tea garden in rain')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Everything is in the trash')).toBeInTheDocument();
    expect(screen.queryByText('Nothing here yet')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open the trash' })).toHaveAttribute('href', '/library/trash');
    await userEvent.click(screen.getByRole('button', { name: 'Undo the deletion' }));
    await card('Tea garden in rain');
  });

  it('says how to find favorites while there are none', async () => {
    await show(
      { 'GET /api/requests?limit=24&favorite=true': () => jsonResponse({ requests: [], nextCursor: null }) },
      '/library?favorite=true',
    );
    expect(await screen.findByText('No favorites yet')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Clear filters' })).toHaveAttribute('href', '/library');
  });

  it('words search the prompts once the user pauses, are kept in the URL, and are cleared with the filters', async () => {
    const server = await show({
      [FIRST_PAGE]: () => jsonResponse({ requests: [failed, ready], nextCursor: null }),
      'GET /api/requests?limit=24&q=tea+rain': () => jsonResponse({ requests: [ready], nextCursor: null }),
      'GET /api/requests?limit=24&q=x': () => jsonResponse({ requests: [], nextCursor: null }),
    });
    await card('A boat at dawn');
    const field = screen.getByRole('searchbox', { name: 'Search your prompts' });
    await userEvent.type(field, ' tea rain ');
    await vi.waitFor(() => expect(screen.queryByText('A boat at dawn')).not.toBeInTheDocument());
    await card('Tea garden in rain');
    expect(window.location.search).toBe('?q=tea+rain');
    expect(listCalls(server)).toEqual(['/api/requests?limit=24', '/api/requests?limit=24&q=tea+rain']);

    await userEvent.clear(field);
    await userEvent.type(field, 'x');
    await screen.findByText('No results');
    await userEvent.click(screen.getByRole('link', { name: 'Clear filters' }));
    await card('A boat at dawn');
    expect(field).toHaveValue('');
    expect(window.location.search).toBe('');
  });

  it('type and status filters are kept in the URL', async () => {
    const server = await show(
      {
        'GET /api/requests?limit=24&status=failed': () => jsonResponse({ requests: [failed], nextCursor: null }),
        'GET /api/requests?limit=24&type=restore&status=failed': () => jsonResponse({ requests: [], nextCursor: null }),
      },
      '/library?status=failed&type=nonsense',
    );
    await card('A boat at dawn');
    await openFilters();
    await userEvent.click(screen.getByRole('radio', { name: 'Restored photos' }));
    expect(await screen.findByText('No results')).toBeInTheDocument();
    expect(listCalls(server)).toHaveLength(2);
  });

  it('a filter chosen before React has rendered the one before keeps both', async () => {
    const server = await show({
      [FIRST_PAGE]: () => jsonResponse({ requests: [ready], nextCursor: null }),
      'GET /api/requests?limit=24&type=restore&status=failed': () => jsonResponse({ requests: [], nextCursor: null }),
    });
    await card('Tea garden in rain');
    await openFilters();
    act(() => {
      fireEvent.click(screen.getByRole('radio', { name: 'Restored photos' }));
      fireEvent.click(screen.getByRole('radio', { name: 'Failed or canceled' }));
    });
    expect(await screen.findByText('No results')).toBeInTheDocument();
    expect(listCalls(server)).toHaveLength(2);
  });

  it('a deleted request moves to the trash and can be taken back at once', async () => {
    let requests = [ready];
    await show({
      [FIRST_PAGE]: () => jsonResponse({ requests, nextCursor: null }),
      'PUT /api/requests/q-1/trash': () => {
        requests = [];
        return jsonResponse({ eraseAt: '2026-12-26T10:00:00Z' });
      },
      'DELETE /api/requests/q-1/trash': () => {
        requests = [ready];
        return new Response(null, { status: 204 });
      },
    });
    await userEvent.click((await panel('Tea garden in rain')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Nothing here yet')).toBeInTheDocument();
    // A real click would make the toast capture the pointer, which jsdom cannot.
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await card('Tea garden in rain');
    expect(await screen.findByText('Back in your library')).toBeInTheDocument();
  });

  it('selected requests are downloaded as one file, or moved to the trash and back; running ones cannot be selected', async () => {
    const running = aRequest({ id: 'q-4', prompt: 'Rhinos at dusk' });
    let requests = [ready, failed, running];
    const moved = (id: string, by: 'PUT' | 'DELETE', wanted: typeof requests) => ({
      [`${by} /api/requests/${id}/trash`]: () => {
        requests = wanted;
        return jsonResponse({ eraseAt: '2026-12-26T10:00:00Z' });
      },
    });
    const server = await show({
      [FIRST_PAGE]: () => jsonResponse({ requests, nextCursor: null }),
      'GET /api/requests/q-4': () => jsonResponse({ request: running }),
      'POST /api/zip-downloads': () => jsonResponse({ url: '/api/zip-downloads/z-1', files: 1 }, { status: 201 }),
      ...moved('q-1', 'PUT', [failed, running]),
      'PUT /api/requests/q-2/trash': () => errorResponse(503, 'unavailable', 'Please try again in a moment.'),
      ...moved('q-1', 'DELETE', [ready, failed, running]),
    });
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await userEvent.click(await screen.findByRole('button', { name: 'Select' }));
    expect(await screen.findByRole('checkbox', { name: 'Select Rhinos at dusk' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Download as ZIP' })).toBeDisabled();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select A boat at dawn' }));
    expect(screen.getByRole('button', { name: 'Download as ZIP' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Select all shown' }));
    expect(screen.getByText('2 selected')).toBeInTheDocument();

    await userEvent.click(screen.getByRole('button', { name: 'Download as ZIP' }));
    await vi.waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).pathname).toBe('/api/zip-downloads/z-1');
    expect(server.callsTo('/api/zip-downloads')[0]?.body).toEqual({ requestIds: ['q-1'] });

    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('1 moved to the trash')).toBeInTheDocument();
    expect(await screen.findByText('1 could not be deleted. Please try again.')).toBeInTheDocument();
    await vi.waitFor(() => expect(screen.queryByText('Tea garden in rain')).not.toBeInTheDocument());
    expect(screen.queryByRole('group', { name: 'Selected videos and photos' })).not.toBeInTheDocument();
    // A real click would make the toast capture the pointer, which jsdom cannot.
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await card('Tea garden in rain');
    clicked.mockRestore();
  });

  it('two selected results of the same kind can be compared', async () => {
    const result = (id: string, prompt: string) => ({ ...ready, id, prompt, videoUrl: `/files/${id}.mp4` });
    const photo = aRequest({ ...ready, id: 'q-7', type: 'restore', prompt: '', outputUrl: '/files/q-7.png' });
    const requests = [result('q-5', 'Rhinos at dusk'), result('q-6', 'Rhinos at dawn'), photo];
    await show({ [FIRST_PAGE]: () => jsonResponse({ requests, nextCursor: null }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Select' }));
    const select = async (title: string) =>
      userEvent.click(await screen.findByRole('checkbox', { name: `Select ${title}` }));
    const compare = () => screen.queryByRole('link', { name: 'Compare' });
    expect(screen.getByRole('button', { name: 'Share' })).toBeDisabled();
    await select('Rhinos at dusk');
    expect(screen.getByRole('button', { name: 'Share' })).toBeEnabled();
    await select('Restored photo');
    expect(compare()).not.toBeInTheDocument();
    await select('Rhinos at dawn');
    expect(compare()).not.toBeInTheDocument();
    await select('Restored photo');
    expect(compare()).toHaveAttribute('href', '/library/compare?a=q-5&b=q-6');
  });

  it('a running request updates until it is ready', async () => {
    const open = aRequest({ id: 'q-4', prompt: 'Rhinos at dusk', sequence: 2 });
    await show({
      [FIRST_PAGE]: () => jsonResponse({ requests: [open], nextCursor: null }),
      'GET /api/requests/q-4': () =>
        jsonResponse({ request: { ...open, status: 'completed', sequence: 5, progress: 100 } }),
    });
    const rhinos = await card('Rhinos at dusk');
    await vi.waitFor(() => expect(rhinos.queryByRole('progressbar')).toBeNull());
  });

  it('a failed load offers a retry', async () => {
    let isUp = false;
    await show({
      [FIRST_PAGE]: () =>
        isUp
          ? jsonResponse({ requests: [ready], nextCursor: null })
          : errorResponse(503, 'unavailable', 'Please try again.'),
    });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    isUp = true;
    await userEvent.click(retry);
    await card('Tea garden in rain');
  });
});
