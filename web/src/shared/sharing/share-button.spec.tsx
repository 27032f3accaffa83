import type { ShareLinkView } from '@luit/contracts/http/share-links';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { queryClient } from '../../lib/query-client';
import { ServicesProvider } from '../../lib/services';
import { aSession, errorResponse, fakeServer, jsonResponse } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import { ShareButton } from './share-button';

const PATH = '/api/requests/q-1/share-link';
const DAY_MS = 86_400_000;
const link: ShareLinkView = {
  url: 'https://luit.example/s/abcdefghijklmnopqrstuv',
  showsPrompt: false,
  isIndexed: false,
  createdAt: '2026-11-26T10:00:00Z',
  expiresAt: '2026-12-26T10:00:00Z',
};

async function show(routes: Parameters<typeof fakeServer>[0], type: 'video' | 'restore' = 'video') {
  queryClient.clear();
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  // `setup` also provides a clipboard.
  const user = userEvent.setup();
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <ShareButton request={{ id: 'q-1', type }} />
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  expect(server.calls).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Share' }));
  return { server, user };
}

describe('ShareButton', () => {
  afterEach(() => vi.restoreAllMocks());

  it('creates a link that expires in 30 days and hides the prompt unless the owner chooses otherwise', async () => {
    const { server, user } = await show({
      [`GET ${PATH}`]: () => jsonResponse({ link: null }),
      [`PUT ${PATH}`]: ({ body }) => jsonResponse({ link: { ...link, ...(body as object) } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Create link' }));
    expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveValue(link.url);
    const { expiresAt, ...visibility } = server.calls.at(-1)!.body as ShareLinkView & { expiresAt: string };
    expect(visibility).toEqual({ showsPrompt: false, isIndexed: false });
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 30 * DAY_MS)).toBeLessThan(60_000);

    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(link.url);
  });

  it('changes are saved one by one, and a change that is not saved is taken back', async () => {
    let isRefused = false;
    const { server, user } = await show({
      [`GET ${PATH}`]: () => jsonResponse({ link }),
      [`PUT ${PATH}`]: ({ body }) =>
        isRefused
          ? errorResponse(503, 'unavailable', 'Please try again in a moment.')
          : jsonResponse({ link: { ...link, ...(body as object) } }),
    });
    const prompt = await screen.findByRole('checkbox', { name: 'Show the prompt' });
    fireEvent.click(prompt);
    // At once: a box that jumps back would look as if the click had been ignored.
    expect(prompt).toBeChecked();
    await vi.waitFor(() => expect(server.calls).toHaveLength(2));
    expect(server.calls[1]!.body).toEqual({ showsPrompt: true, isIndexed: false, expiresAt: link.expiresAt });
    await vi.waitFor(() => expect(prompt).toBeChecked());

    await user.selectOptions(screen.getByRole('combobox', { name: 'The link expires' }), 'Never');
    await vi.waitFor(() =>
      expect(server.calls[2]?.body).toEqual({ showsPrompt: true, isIndexed: false, expiresAt: null }),
    );
    expect(await screen.findByRole('option', { name: 'Never', selected: true })).toBeInTheDocument();

    isRefused = true;
    await user.click(prompt);
    expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
    expect(prompt).toBeChecked();
  });

  it('ends a link, and offers a new one', async () => {
    const { server, user } = await show({
      [`GET ${PATH}`]: () => jsonResponse({ link }),
      [`DELETE ${PATH}`]: () => new Response(null, { status: 204 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Stop sharing' }));
    expect(await screen.findByRole('button', { name: 'Create link' })).toBeInTheDocument();
    expect(server.callsTo(PATH).map(({ method }) => method)).toEqual(['GET', 'DELETE']);
  });

  it('a photo has no prompt to show', async () => {
    await show({ [`GET ${PATH}`]: () => jsonResponse({ link: null }) }, 'restore');
    expect(await screen.findByRole('dialog', { name: 'Share this photo' })).toBeInTheDocument();
    expect(await screen.findByRole('checkbox', { name: 'Let search engines list it' })).not.toBeChecked();
    expect(screen.queryByRole('checkbox', { name: 'Show the prompt' })).not.toBeInTheDocument();
  });

  it('says so if the browser has no clipboard', async () => {
    const { user } = await show({ [`GET ${PATH}`]: () => jsonResponse({ link }) });
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'));
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect(await screen.findByText(/Select it and copy it yourself/)).toBeInTheDocument();
  });
});
