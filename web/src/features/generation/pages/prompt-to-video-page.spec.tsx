import type { VideoPlan } from '@luit/contracts/generation/plans';
import type { RequestView } from '@luit/contracts/http/requests';
import { Toaster } from '@luit/ui/toaster';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { aRequest, aSession, fakeServer, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import { PaymentProvider } from '../../../shared/payments/payment-provider';
import { mergeRequest } from '../../../shared/requests/request-cache';
import PromptToVideoPage from './prompt-to-video-page';

const plan: VideoPlan = {
  id: '5s-480p',
  name: 'Standard Video',
  duration: 5,
  credits: 18,
  quality: '480p',
  popular: true,
  description: '',
};

let current: RequestView;
let client: QueryClient;

async function show(routes: Parameters<typeof fakeServer>[0] = {}, address = '/image-to-video') {
  const server = fakeServer({
    'GET /api/plans': () => jsonResponse({ plans: [plan], models: [], imageModels: [], retired: [] }),
    'GET /api/credits/balance': () => jsonResponse({ credits: 100, available: 100, held: 0 }),
    'POST /api/generate': () => jsonResponse({ request_id: 'q-1', credits: 18, status: 'processing' }, { status: 202 }),
    'GET /api/requests/q-1': () => jsonResponse({ request: current }),
    'GET /api/requests?limit=24': () => jsonResponse({ requests: [], nextCursor: null }),
    ...routes,
  });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={client}>
        <PaymentProvider>
          <MemoryRouter initialEntries={[address]}>
            <Link to="/">elsewhere</Link>
            <Routes>
              <Route path="/" element={<p>somewhere else</p>} />
              <Route path="/image-to-video" element={<PromptToVideoPage />} />
            </Routes>
          </MemoryRouter>
          <Toaster />
        </PaymentProvider>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return server;
}

async function generate(prompt: string) {
  await userEvent.type(await screen.findByLabelText('Video prompt'), prompt);
  await userEvent.click(screen.getByRole('button', { name: 'Generate video (5 s, 18 credits)' }));
}

/** Updates the cache like a live event. */
const push = (request: RequestView) => act(() => mergeRequest(client, request));

const again = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Make another' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }));
};

describe('PromptToVideoPage', () => {
  beforeEach(() => {
    current = aRequest();
  });

  it('a prompt is counted like on the server, where an emoji is one character', async () => {
    const server = await show();
    const prompt = await screen.findByLabelText('Video prompt');
    fireEvent.change(prompt, { target: { value: '🛶'.repeat(1_500) } });
    expect(screen.getByText('1,500 / 2,000')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Generate video (5 s, 18 credits)' }));
    await waitFor(() => expect(server.callsTo('/api/generate')).toHaveLength(1));
  });

  it('a request accepted after navigation does not affect the new page [G-45]', async () => {
    let arrive = (_: Response) => {};
    const { calls } = await show({
      'POST /api/generate': () => new Promise<Response>((resolve) => (arrive = resolve)),
    });
    await generate('A boat at dawn');
    await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }));
    await act(async () =>
      arrive(jsonResponse({ request_id: 'q-1', credits: 18, status: 'processing' }, { status: 202 })),
    );
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    expect(screen.getByText('somewhere else')).toBeInTheDocument();
    expect(calls.filter(({ path }) => path === '/api/requests/q-1')).toEqual([]);
  });

  it('an empty prompt disables the button, and a blank one is reported beside its field [GEN-02, GEN-05]', async () => {
    await show();
    expect(await screen.findByRole('button', { name: /Generate video/ })).toBeDisabled();
    await generate('   ');
    expect(screen.getByRole('alert')).toHaveTextContent('Please enter a video prompt');
    expect(screen.getByLabelText('Video prompt')).toHaveAccessibleDescription(/^Please enter a video prompt/);
    expect(screen.getByLabelText('Video prompt')).toHaveFocus();
  });

  it('the progress goes from 50 to 100, the video is shown and the form starts over [GEN-01, GEN-07, GEN-08, GEN-09, GEN-13, GEN-15, GEN-18]', async () => {
    const server = await show();
    await generate('A boat at dawn');
    await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50'));
    expect(screen.getByText('q-1')).toBeInTheDocument();
    const calls = server.callsTo('/api/generate')[0];
    expect(calls?.body).toMatchObject({
      prompt: 'A boat at dawn',
      duration: 5,
      planId: '5s-480p',
      expectedCredits: 18,
    });
    expect(calls?.headers.get('idempotency-key')).toBeTruthy();

    push(aRequest({ sequence: 2, progress: 73 }));
    await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '73'));
    push(aRequest({ sequence: 3, status: 'completed', progress: 100, videoUrl: '/v.mp4' }));
    expect(await screen.findByRole('heading', { name: 'Your video is ready' })).toBeInTheDocument();
    const result = within(screen.getByRole('region', { name: 'Your video is ready' }));
    expect(result.getByText('A boat at dawn')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Download' })).toBeEnabled();
    expect(await screen.findByText('Your video is ready!')).toBeInTheDocument();
    expect(screen.queryByText('Request ID')).not.toBeInTheDocument();
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    await userEvent.click(result.getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Details' }));
    const details = within(await screen.findByRole('region', { name: 'Details' }));
    for (const fact of ['A boat at dawn', '5 s', 'q-1', 'Generated', 'You were charged 18 credits for this video.'])
      expect(details.getByText(fact)).toBeInTheDocument();
    vi.unstubAllGlobals();

    await again('New video');
    expect(await screen.findByLabelText('Video prompt')).toHaveValue('');
  });

  it('a finished video can be edited and generated again with a new key [G-62]', async () => {
    current = aRequest({ sequence: 3, status: 'completed', progress: 100, videoUrl: '/v.mp4' });
    const server = await show();
    await generate('A boat at dawn');
    await again('Edit the prompt');
    await waitFor(() => expect(screen.getByLabelText('Video prompt')).toHaveValue('A boat at dawn'));
    expect(screen.getByRole('heading', { name: 'Your video is ready' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Generate video (5 s, 18 credits)' }));
    await waitFor(() => expect(server.callsTo('/api/generate')).toHaveLength(2));
    const keys = server.callsTo('/api/generate').map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('a technical failure stays on the stage with what is returned, and is tried again from there [GEN-16]', async () => {
    const server = await show({
      'POST /api/requests/q-1/retry': () => jsonResponse({ request_id: 'q-2' }, { status: 202 }),
      'GET /api/requests/q-2': () => jsonResponse({ request: aRequest({ id: 'q-2', request_id: 'q-2' }) }),
    });
    await generate('A boat at dawn');
    await screen.findByRole('progressbar');
    push(aRequest({ sequence: 2, status: 'failed', money: { state: 'held', credits: 18 } }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Video generation failed. Please try again.We’re returning 18 credits to your balance. You weren’t charged.',
    );
    push(aRequest({ sequence: 3, status: 'failed', money: { state: 'returned', credits: 18 } }));
    expect(await screen.findByText('We returned 18 credits to your balance. You weren’t charged.')).toBeInTheDocument();
    expect(screen.getByLabelText('Video prompt')).toHaveValue('A boat at dawn');
    await userEvent.click(screen.getByRole('button', { name: 'Try again (18 credits)' }));
    await waitFor(() => expect(server.callsTo('/api/requests/q-2')).not.toHaveLength(0));
    expect(await screen.findByRole('progressbar')).toBeInTheDocument();
    expect(server.callsTo('/api/requests/q-1/retry')).toMatchObject([{ body: { expectedCredits: 18 } }]);
  });

  it('a refusal by policy says what was refused and offers another prompt instead of a retry', async () => {
    await show();
    await generate('A boat at dawn');
    await screen.findByRole('progressbar');
    const error = { code: 'refused_by_policy', message: 'This request violates our content policy.' };
    push(aRequest({ sequence: 2, status: 'failed', error, money: { state: 'returned', credits: 18 } }));
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(
      'This request violates our content policy.We returned 18 credits to your balance. You weren’t charged.',
    );
    expect(screen.queryByText(/Please try again/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Try again/ })).not.toBeInTheDocument();
    await userEvent.clear(screen.getByLabelText('Video prompt'));
    await userEvent.click(screen.getByRole('button', { name: 'Edit prompt' }));
    expect(screen.getByLabelText('Video prompt')).toHaveValue('A boat at dawn');
  });

  it('a late result is shown and can be downloaded, also after a reload [GEN-16]', async () => {
    await show();
    await generate('A boat at dawn');
    await screen.findByRole('progressbar');
    push(aRequest({ sequence: 2, status: 'failed', money: { state: 'returned', credits: 18 } }));
    await screen.findByLabelText('Video prompt');
    expect(screen.queryByRole('link', { name: 'Download for free' })).not.toBeInTheDocument();
    const late = aRequest({ sequence: 3, status: 'failed', lateOutput: '/files/late.mp4?signed' });
    push(late);
    expect(await screen.findByRole('region', { name: 'Your video arrived late, so it’s free' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Download for free' })).toHaveAttribute(
      'href',
      '/files/late.mp4?signed&download=1',
    );
    expect(screen.getByLabelText('Video prompt')).toHaveValue('A boat at dawn');

    cleanup();
    current = late;
    await show({}, '/image-to-video?request=q-1');
    expect(await screen.findByRole('link', { name: 'Download for free' })).toHaveAttribute(
      'href',
      '/files/late.mp4?signed&download=1',
    );
    expect(screen.queryByText(/to your balance/)).not.toBeInTheDocument();
  });

  it('the empty stage plays a featured video, whose prompt fills the form', async () => {
    const example = {
      ...{ id: 'e-1', title: 'Kites', prompt: 'Kites over Ahmedabad', posterUrl: '/k.webp', videoUrl: '/k.mp4' },
      ...{ planId: plan.id, model: 'seedance', modelName: 'Seedance', credits: 18, duration: 5, resolution: '480p' },
    };
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    await show({ 'GET /api/examples': () => jsonResponse({ examples: [example] }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Use this prompt' }));
    expect(await screen.findByText('Seedance · 5 s · 480p · 18 credits')).toBeInTheDocument();
    expect(await screen.findByLabelText('Video prompt')).toHaveValue('Kites over Ahmedabad');
    vi.unstubAllGlobals();
  });

  it('a canceled request shows no failure alert, and offers to change the prompt instead of a retry [G-44]', async () => {
    await show();
    await generate('A boat at dawn');
    await screen.findByRole('progressbar');
    push(aRequest({ sequence: 2, status: 'failed', canceled: true }));
    await userEvent.click(await screen.findByRole('button', { name: 'Edit prompt' }));
    expect(screen.getByLabelText('Video prompt')).toHaveValue('A boat at dawn');
    expect(screen.queryByRole('button', { name: /^Try again/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('a failed start shows the reason [GEN-17]', async () => {
    await show({ 'POST /api/generate': () => errorResponse(402, 'insufficient_credits', 'Insufficient credits') });
    await generate('A boat at dawn');
    expect(await screen.findByLabelText('Video prompt')).toHaveValue('A boat at dawn');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to generate video: Insufficient credits');
  });

  it('the owner of a refused prompt says once why that is a mistake', async () => {
    const refused = { success: false, code: 'refused_by_policy', message: 'Refused.', details: { refusalId: 'f-1' } };
    let answer = () => errorResponse(503, 'unavailable', 'Please try again later.');
    const server = await show({
      'POST /api/generate': () => jsonResponse(refused, { status: 422 }),
      'POST /api/safety/refusals/f-1/appeal': () => answer(),
    });
    await generate('A scene of a play');
    await userEvent.click(await screen.findByRole('button', { name: 'This is a mistake' }));
    const field = screen.getByLabelText('Why is this a mistake?');
    expect(field).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    await userEvent.type(field, ' We rehearse it at school ');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('We couldn’t send this: Please try again later.')).toBeInTheDocument();
    expect(field).toHaveValue(' We rehearse it at school ');
    answer = () => new Response(null, { status: 204 });
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Thank you. A person will look at it.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send' })).not.toBeInTheDocument();
    const sent = server.callsTo('/api/safety/refusals/f-1/appeal').map(({ body }) => body);
    expect(sent).toEqual([{ text: 'We rehearse it at school' }, { text: 'We rehearse it at school' }]);
  });

  it('missing plans show an error with a refresh button [GEN-06]', async () => {
    await show({ 'GET /api/plans': () => errorResponse(503, 'unavailable', 'down') });
    expect(await screen.findByText('Unable to load video plans. Please refresh the page.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeInTheDocument();
  });

  it('a failed poll is only logged, and polling stops after completion [GEN-11, GEN-12]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isUp = false;
    current = aRequest({ sequence: 2, status: 'completed', progress: 100, videoUrl: '/v.mp4' });
    const server = await show(
      {
        'GET /api/requests/q-1': () =>
          isUp ? jsonResponse({ request: current }) : errorResponse(503, 'unavailable', 'down'),
      },
      '/image-to-video?request=q-1',
    );
    const polls = () => server.callsTo('/api/requests/q-1').length;
    await waitFor(() => expect(polls()).toBe(1));
    await vi.advanceTimersByTimeAsync(3_100);
    expect(polls()).toBe(2);
    expect(screen.getByRole('progressbar')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    isUp = true;
    await vi.advanceTimersByTimeAsync(3_100);
    expect(await screen.findByRole('heading', { name: 'Your video is ready' })).toBeInTheDocument();
    const seen = polls();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(polls()).toBe(seen);
    vi.useRealTimers();
  });

  it('an order has its prompt before the server accepts it, and then one number and the held credits [GEN-19, GEN-20]', async () => {
    let accept: (answer: Response) => void = () => undefined;
    await show({ 'POST /api/generate': () => new Promise((resolve) => (accept = resolve)) });
    await generate('A boat at dawn');
    const stage = within(await screen.findByRole('region', { name: 'Sending your request…' }));
    expect(stage.getByText('A boat at dawn')).toBeInTheDocument();
    expect(screen.queryByText(/Request ID|credits held|You can close this page/)).not.toBeInTheDocument();
    accept(jsonResponse({ request_id: 'q-1', credits: 18, status: 'processing' }, { status: 202 }));
    expect(await screen.findByText(/^Request ID:/)).toHaveTextContent('Request ID: q-1');
    expect(screen.getByText(/18 credits held/)).toBeInTheDocument();
  });

  it('a queued video shows its position, which is hidden while polling fails [GEN-08, G-15]', async () => {
    current = aRequest({ jobStatus: 'pending', queuePosition: 1, etaSeconds: 30 });
    let isUp = true;
    const server = await show(
      {
        'GET /api/requests/q-1': () =>
          isUp ? jsonResponse({ request: current }) : errorResponse(503, 'unavailable', 'down'),
      },
      '/image-to-video?request=q-1',
    );
    expect(await screen.findByRole('heading', { name: 'In line, about 30 s' })).toBeInTheDocument();
    expect(screen.getByText('Next in line · 18 credits held')).toBeInTheDocument();
    expect(screen.queryByText(/%$/)).not.toBeInTheDocument();
    isUp = false;
    const polls = server.callsTo('/api/requests/q-1').length;
    await waitFor(() => expect(server.callsTo('/api/requests/q-1').length).toBeGreaterThan(polls));
    expect(await screen.findByText(/We can’t get updates from the server right now/)).toBeInTheDocument();
    expect(screen.getByText('18 credits held')).toBeInTheDocument();
    expect(screen.queryByText(/Next in line/)).not.toBeInTheDocument();
  });

  const starterPack = {
    ...{ id: 'starter', name: 'Starter Pack', credits: 100, price: 99, popular: false, description: '', savings: 0 },
  };
  const poor = {
    'GET /api/credits/balance': () => jsonResponse({ credits: 5, available: 5, held: 0 }),
    'GET /api/credits/pricing': () =>
      jsonResponse({ creditPacks: [starterPack], videoPlans: [], restorePlans: [], models: [] }),
  };

  it('the stated 10-15 seconds are not shown beside an estimate that contradicts them [INF-10, G-15]', async () => {
    const createdAt = new Date().toISOString();
    current = aRequest({ createdAt, etaSeconds: 12 });
    await show({}, '/image-to-video?request=q-1');
    expect(await screen.findByText('Processing is expected in 10-15 seconds.')).toBeInTheDocument();
    push(aRequest({ createdAt, sequence: 2, isLongerThanUsual: true }));
    expect(await screen.findByText('You can close this page; your video keeps processing.')).toBeInTheDocument();
    expect(screen.queryByText(/10-15 seconds/)).not.toBeInTheDocument();
  });

  it('a shortfall replaces the balance after the video, and the composer sells what is missing [GEN-01, CR-10]', async () => {
    await show(poor);
    expect(await screen.findByText('Still needed for this video')).toBeInTheDocument();
    expect(screen.getByText('Still needed for this video').nextSibling).toHaveTextContent('13');
    expect(screen.queryByText('After this video')).not.toBeInTheDocument();
    const bar = within(screen.getByRole('region', { name: 'Missing credits' }));
    expect(bar.getByText(/^You need 13 more credits for this video\./)).toBeInTheDocument();
    expect(await bar.findByRole('button', { name: 'Buy Starter Pack for ₹99' })).toBeEnabled();
    expect(bar.getByRole('link', { name: 'See all packs' })).toHaveAttribute('href', '/pricing');
    expect(bar.getByRole('link', { name: 'Pay once for this video' })).toBeInTheDocument();
  });

  it('the number of videos is kept with the prompt while the user buys credits', async () => {
    await show(poor);
    await userEvent.type(await screen.findByLabelText('Video prompt'), 'Lamps');
    await userEvent.click(screen.getByRole('button', { name: 'Number of videos: 1 video' }));
    await userEvent.click(await screen.findByRole('radio', { name: '3 videos' }));
    cleanup();
    await show(poor);
    expect(await screen.findByLabelText('Video prompt')).toHaveValue('Lamps');
    expect(screen.getByRole('button', { name: 'Number of videos: 3 videos' })).toBeInTheDocument();
  });

  it('a refusal for missing credits leads to the packs', async () => {
    await show({ 'POST /api/generate': () => errorResponse(402, 'insufficient_credits', 'Insufficient credits') });
    await generate('A boat at dawn');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByRole('link', { name: 'See all packs' })).toHaveAttribute('href', '/pricing');
  });

  it('a running request is found again after a reload', async () => {
    current = aRequest({ progress: 64 });
    await show({}, '/image-to-video?request=q-1');
    await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '64'));
  });
});
