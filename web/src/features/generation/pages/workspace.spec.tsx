import type { RequestView } from '@luit/contracts/http/requests';
import { toast, Toaster } from '@luit/ui/toaster';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { READY_MESSAGE_MS } from '../use-outcome';
import { interruptibleConnection } from '../../../testing/connection';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { mergeRequest } from '../../../shared/requests/request-cache';
import { aRequest, aSession, errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import PromptToVideoPage from './prompt-to-video-page';

const plan = (id: string, credits: number, quality: string, popular: boolean) => ({
  ...{ id, name: id, duration: 5, credits, quality, popular, description: '' },
});
const finished: RequestView[] = [
  aRequest({ id: 'old-1', prompt: 'Rain over Majuli', status: 'completed', createdAt: '2026-11-20T02:00:00Z' }),
  aRequest({ id: 'old-2', prompt: 'A tea garden', status: 'completed', createdAt: '2026-11-20T01:00:00Z' }),
  aRequest({ id: 'old-3', type: 'restore', prompt: '', status: 'completed', createdAt: '2026-11-20T00:00:00Z' }),
];

let client: QueryClient;

function Address() {
  const { pathname, search, state } = useLocation();
  return <output aria-label="Address">{`${pathname}${search} ${JSON.stringify(state)}`}</output>;
}

async function show(routes: Parameters<typeof fakeServer>[0] = {}) {
  let count = 0;
  const running = (id: string) => () =>
    jsonResponse({ request: aRequest({ id, request_id: id, prompt: `Job ${id}` }) });
  const server = fakeServer({
    'GET /api/plans': () =>
      jsonResponse({
        plans: [plan('standard', 18, '480p', true), plan('hd', 36, '720p', false)],
        models: [],
        imageModels: [],
        retired: [],
      }),
    'GET /api/credits/balance': () => jsonResponse({ credits: 100, available: 100, held: 0 }),
    'GET /api/requests?limit=24': () => jsonResponse({ requests: finished, nextCursor: null }),
    'POST /api/generate': () =>
      jsonResponse({ request_id: `q-${(count += 1)}`, credits: 18, status: 'processing' }, { status: 202 }),
    'GET /api/requests/q-1': running('q-1'),
    'GET /api/requests/q-2': running('q-2'),
    'GET /api/requests/old-2': () => jsonResponse({ request: finished[1] }),
    ...routes,
  });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  window.history.replaceState(null, '', '/image-to-video');
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <Address />
          <Routes>
            <Route path="/image-to-video" element={<PromptToVideoPage />} />
            <Route path="*" element={<p>another page</p>} />
          </Routes>
          <Toaster />
        </BrowserRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  await screen.findByLabelText('Video prompt');
  return server;
}

const push = (request: RequestView) => act(() => mergeRequest(client, request));
const address = () => screen.getByRole('status', { name: 'Address' });
const prompt = () => screen.getByLabelText('Video prompt');
const history = () => within(screen.getByRole('region', { name: 'History' }));
const generate = () => userEvent.click(screen.getByRole('button', { name: 'Generate video (5 s, 18 credits)' }));

afterEach(() => window.history.replaceState(null, '', '/'));

it('several jobs run at once, each with its live progress, and the form stays usable [G-64]', async () => {
  const server = await show();
  await userEvent.type(prompt(), 'A boat at dawn');
  await generate();
  await waitFor(() => expect(address()).toHaveTextContent('?request=q-1'));
  expect(prompt()).toHaveValue('A boat at dawn');
  await userEvent.type(prompt(), ' in the rain');
  await generate();
  await waitFor(() => expect(address()).toHaveTextContent('?request=q-2'));
  expect(server.callsTo('/api/generate')).toHaveLength(2);
  expect(new Set(server.callsTo('/api/generate').map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);

  push(aRequest({ id: 'q-1', prompt: 'Job q-1', sequence: 2, progress: 71 }));
  push(aRequest({ id: 'q-2', prompt: 'Job q-2', sequence: 2, progress: 64 }));
  expect(await history().findByRole('link', { name: 'Job q-1, In progress · 71%' })).not.toHaveAttribute(
    'aria-current',
  );
  expect(history().getByRole('link', { name: 'Job q-2, In progress · 64%' })).toHaveAttribute('aria-current', 'true');
  await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '64'));

  await userEvent.click(history().getByRole('link', { name: /^Job q-1/ }));
  await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '71'));
  expect(prompt()).toHaveValue('A boat at dawn in the rain');
});

it('a second click cannot start a second job before the first was accepted [GEN-05]', async () => {
  let accept = (_: Response) => {};
  const server = await show({ 'POST /api/generate': () => new Promise<Response>((resolve) => (accept = resolve)) });
  await userEvent.type(prompt(), 'A boat at dawn');
  await generate();
  const button = screen.getByRole('button', { name: 'Generate video (5 s, 18 credits)' });
  expect(button).toBeDisabled();
  fireEvent.keyDown(prompt(), { key: 'Enter', ctrlKey: true });
  expect(server.callsTo('/api/generate')).toHaveLength(1);
  await act(async () =>
    accept(jsonResponse({ request_id: 'q-1', credits: 18, status: 'processing' }, { status: 202 })),
  );
  await waitFor(() => expect(button).toBeEnabled());
});

it('a request chosen while an order is being accepted stays on the stage', async () => {
  let accept = (_: Response) => {};
  await show({ 'POST /api/generate': () => new Promise<Response>((resolve) => (accept = resolve)) });
  await userEvent.type(prompt(), 'A boat at dawn');
  await generate();
  await userEvent.click(await history().findByRole('link', { name: 'A tea garden, Ready' }));
  expect(await screen.findByRole('heading', { name: 'Your video is ready' })).toBeInTheDocument();
  const button = screen.getByRole('button', { name: 'Generate video (5 s, 18 credits)' });
  await act(async () =>
    accept(jsonResponse({ request_id: 'q-1', credits: 18, status: 'processing' }, { status: 202 })),
  );
  await waitFor(() => expect(button).toBeEnabled());
  expect(address()).toHaveTextContent('?request=old-2');
});

it('Control or Command and Enter generate from every field of the form [G-64]', async () => {
  const server = await show();
  await userEvent.type(prompt(), 'A boat at dawn');
  await userEvent.click(screen.getByRole('button', { name: /^Duration and quality:/ }));
  fireEvent.keyDown(await screen.findByRole('radio', { name: /^hd/ }), { key: 'Enter', metaKey: true });
  await waitFor(() => expect(server.callsTo('/api/generate')).toHaveLength(1));
});

it('arrow keys move through the history, and the chosen request is in the address and on the stage [G-64]', async () => {
  await show();
  const first = await history().findByRole('link', { name: 'Rain over Majuli, Ready' });
  first.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(history().getByRole('link', { name: 'A tea garden, Ready' })).toHaveFocus();
  await userEvent.keyboard('{End}');
  expect(history().getByRole('link', { name: 'Restored photo, Ready' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
  await userEvent.click(history().getByRole('link', { name: 'A tea garden, Ready' }));
  expect(await screen.findByRole('heading', { name: 'Your video is ready' })).toBeInTheDocument();
  expect(address()).toHaveTextContent('/image-to-video?request=old-2');
});

it('a video that was ready before is shown without a message that it is ready', async () => {
  const messageTime = () => new Promise((resolve) => setTimeout(resolve, READY_MESSAGE_MS));
  // Waits until the messages of jobs that ended in earlier tests have appeared.
  await messageTime();
  const earlier = toast.getHistory().length;
  await show();
  await userEvent.click(await history().findByRole('link', { name: 'A tea garden, Ready' }));
  expect(await screen.findByRole('heading', { name: 'Your video is ready' })).toBeInTheDocument();
  await messageTime();
  expect(toast.getHistory()).toHaveLength(earlier);
});

it('a failure on the stage keeps what was entered for the next video [GEN-16]', async () => {
  await show();
  await userEvent.type(prompt(), 'A boat at dawn');
  await generate();
  await screen.findByRole('progressbar');
  await userEvent.clear(prompt());
  await userEvent.type(prompt(), 'Something else');
  push(aRequest({ id: 'q-1', sequence: 2, status: 'failed', money: { state: 'returned', credits: 18 } }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Video generation failed. Please try again.');
  expect(prompt()).toHaveValue('Something else');
});

it('a history that cannot be loaded says so and loads again on request', async () => {
  let isUp = false;
  await show({
    'GET /api/requests?limit=24': () =>
      isUp ? jsonResponse({ requests: finished, nextCursor: null }) : errorResponse(400, 'validation_failed', 'no'),
  });
  expect(await screen.findByText('We couldn’t load your history.')).toBeInTheDocument();
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Reload history' }));
  expect(await history().findByRole('link', { name: 'A tea garden, Ready' })).toBeInTheDocument();
});

it('an image pasted or dropped on the page opens the image tab with the prompt', async () => {
  await show();
  await userEvent.type(prompt(), 'Smoke rises');
  const files = [new File(['x'], 'letter.pdf', { type: 'application/pdf' })];
  fireEvent.drop(screen.getByRole('heading', { level: 1 }), { dataTransfer: { files, types: ['Files'] } });
  expect(await screen.findByText('Please select a valid image file')).toBeInTheDocument();
  const images = [new File(['x'], 'house.png', { type: 'image/png' })];
  fireEvent.drop(screen.getByRole('heading', { level: 1 }), { dataTransfer: { files: images, types: ['Files'] } });
  await waitFor(() => expect(address()).toHaveTextContent('/image-to-video-upload {"prompt":"Smoke rises"}'));
});

it('the tabs link to the pages of the workspace', async () => {
  await show();
  const tabs = within(screen.getByRole('navigation', { name: 'What you start with' })).getAllByRole('link');
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['From a prompt', '/image-to-video'],
    ['From an image', '/image-to-video-upload'],
    ['Create an image', '/create-image'],
    ['Restore a photo', '/restore-image'],
  ]);
  expect(tabs[0]).toHaveAttribute('aria-current', 'page');
});

it('the stage and the history show the same percentage, also offline before the request was loaded', async () => {
  const queued = aRequest({ id: 'q-5', request_id: 'q-5', prompt: 'Job q-5', jobStatus: 'pending', progress: 25 });
  const listed = { ...queued, jobStatus: 'running' as const, progress: 63, sequence: 2 };
  await show({
    'GET /api/requests?limit=24': () => jsonResponse({ requests: [queued], nextCursor: null }),
    'GET /api/requests/q-5': () => new Promise(() => undefined),
  });
  expect(await history().findByRole('link', { name: 'Job q-5, In line' })).toBeInTheDocument();
  client.setQueryData(['library', {}], { requests: [listed], favorites: [], shared: [], nextCursor: null });
  await userEvent.click(await history().findByRole('link', { name: 'Job q-5, In progress · 63%' }));
  await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '63'));
});

it('a lost connection is said by the banner of the app, not once more on the stage', async () => {
  const connection = interruptibleConnection();
  try {
    let isLost = false;
    await show({
      'GET /api/requests/q-1': () =>
        isLost
          ? Promise.reject(new TypeError('Failed to fetch'))
          : Promise.resolve(jsonResponse({ request: aRequest({ etaSeconds: 9 }) })),
    });
    await userEvent.type(prompt(), 'A boat');
    await generate();
    expect(await screen.findByText(/about 9 s left/)).toBeInTheDocument();
    isLost = true;
    await connection.lose();
    await waitFor(() => expect(screen.queryByText(/about 9 s left/)).not.toBeInTheDocument());
    expect(screen.queryByText(/We can’t (reach|get updates from) the server/)).not.toBeInTheDocument();
    expect(screen.getByText('You can close this page; your video keeps processing.')).toBeInTheDocument();
  } finally {
    await connection.restore();
  }
});
