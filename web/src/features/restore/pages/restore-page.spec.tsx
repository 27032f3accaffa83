import type { RequestView } from '@luit/contracts/http/requests';
import { Toaster } from '@luit/ui/toaster';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { aRequest, aSession, fakeServer, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { FakeUploads } from '../../../testing/fake-uploads';
import { sessionStore } from '../../../testing/session-environment';
import { PaymentProvider } from '../../../shared/payments/payment-provider';
import { mergeRequest } from '../../../shared/requests/request-cache';
import RestorePage from './restore-page';

let client: QueryClient;
const restoring = (changes: Partial<RequestView> = {}) =>
  aRequest({ type: 'restore', prompt: '', credits: 4, money: { state: 'held', credits: 4 }, ...changes });

async function show(routes: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    'GET /api/credits/pricing': () =>
      jsonResponse({
        creditPacks: [],
        videoPlans: [],
        restorePlans: [{ quality: 'standard', credits: 4 }],
        models: [],
        currency: 'INR',
        colorRestorationRefusal: 'No model for colors is set up here.',
      }),
    'GET /api/credits/balance': () => jsonResponse({ credits: 100, available: 100, held: 0 }),
    'GET /api/requests?limit=24': () => jsonResponse({ requests: [], nextCursor: null }),
    'POST /api/restore-from-image': () => jsonResponse({ request_id: 'q-1', credits: 4 }, { status: 202 }),
    ...new FakeUploads().routes,
    'GET /api/requests/q-1': () => jsonResponse({ request: restoring() }),
    ...routes,
  });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container } = render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={client}>
        <PaymentProvider>
          <MemoryRouter initialEntries={['/restore-image']}>
            <Link to="/">elsewhere</Link>
            <Routes>
              <Route path="/" element={<p>somewhere else</p>} />
              <Route path="/restore-image" element={<RestorePage />} />
            </Routes>
            <Toaster />
          </MemoryRouter>
        </PaymentProvider>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  await screen.findByRole('group', { name: 'Photo' });
  const field = container.querySelector<HTMLInputElement>('input[type=file]:not([capture])')!;
  const upload = (type: string) =>
    userEvent.setup({ applyAccept: false }).upload(field, new File(['x'], 'old.png', { type }));
  return { ...server, upload };
}

const choose = async (control: string, option: RegExp) => {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${control}:`) }));
  await userEvent.click(await screen.findByRole('radio', { name: option }));
};

const push = (request: RequestView) => act(() => mergeRequest(client, request));

describe('RestorePage', () => {
  beforeEach(() => {
    window.scrollTo = () => undefined;
    URL.createObjectURL = () => 'blob:old';
    URL.revokeObjectURL = () => undefined;
  });
  afterEach(() => void vi.useRealTimers());

  it('the owner of a refused photo can say why that is a mistake', async () => {
    const refused = { success: false, code: 'refused_by_policy', message: 'Refused.', details: { refusalId: 'f-1' } };
    const { upload, callsTo } = await show({
      'POST /api/restore-from-image': () => jsonResponse(refused, { status: 422 }),
      'POST /api/safety/refusals/f-1/appeal': () => new Response(null, { status: 204 }),
    });
    await upload('image/png');
    await userEvent.click(screen.getByRole('button', { name: 'Restore (4 credits)' }));
    await userEvent.click(await screen.findByRole('button', { name: 'This is a mistake' }));
    await userEvent.type(screen.getByLabelText('Why is this a mistake?'), 'My grandparents in 1962');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Thank you. A person will look at it.')).toBeInTheDocument();
    expect(callsTo('/api/safety/refusals/f-1/appeal')).toMatchObject([{ body: { text: 'My grandparents in 1962' } }]);
  });

  it('a file that is not an image is rejected [RST-03]', async () => {
    const { upload } = await show();
    await upload('text/plain');
    expect(await screen.findByRole('alert')).toHaveTextContent('Please select an image file');
    expect(screen.getByRole('button', { name: 'Restore (4 credits)' })).toBeDisabled();
  });

  it('a restoration goes from idle to processing to the before/after view [RST-11]', async () => {
    const { upload } = await show();
    await upload('image/png');
    await userEvent.click(screen.getByRole('button', { name: 'Restore (4 credits)' }));
    expect(await screen.findByRole('heading', { name: 'Restoring your photo' })).toBeInTheDocument();
    push(restoring({ sequence: 2, status: 'completed', outputUrl: '/restored.png' }));
    expect(await screen.findByRole('heading', { name: 'Your photo has been restored' })).toBeInTheDocument();
    expect(screen.getByText('You were charged 4 credits for this photo.')).toBeInTheDocument();
    expect(screen.getByRole('slider')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Download' })).toBeEnabled();
  });

  it('a response after navigation does not affect the new page, but a rejection is still shown [G-45]', async () => {
    const leave = async (end: (arrive: (response: Response) => void) => void) => {
      let arrive = (_: Response) => {};
      const { upload, callsTo } = await show({
        'POST /api/restore-from-image': () => new Promise<Response>((resolve) => (arrive = resolve)),
      });
      await upload('image/png');
      await userEvent.click(screen.getByRole('button', { name: 'Restore (4 credits)' }));
      await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }));
      await waitFor(() => expect(callsTo('/api/restore-from-image')).toHaveLength(1));
      await act(async () => end(arrive));
      expect(screen.getByText('somewhere else')).toBeInTheDocument();
    };
    await leave((arrive) => arrive(jsonResponse({ request_id: 'q-1', credits: 4 }, { status: 202 })));
    expect(screen.queryByText(/Failed to start/)).not.toBeInTheDocument();
    cleanup();
    await leave((arrive) => arrive(errorResponse(402, 'insufficient_credits', 'Not enough credits')));
    expect(await screen.findByText(/Not enough credits/)).toBeInTheDocument();
  });

  it('a failed restoration stays on the stage with the reason and the returned credits [RST-10, RST-11]', async () => {
    const { upload } = await show();
    await upload('image/png');
    await userEvent.click(screen.getByRole('button', { name: 'Restore (4 credits)' }));
    await screen.findByRole('heading', { name: 'Restoring your photo' });
    push(restoring({ sequence: 2, status: 'failed', money: { state: 'held', credits: 4 } }));
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Image restoration failed');
    expect(notice).toHaveTextContent('We’re returning 4 credits to your balance. You weren’t charged.');
    push(restoring({ sequence: 3, status: 'failed', money: { state: 'returned', credits: 4 } }));
    expect(await screen.findByText('We returned 4 credits to your balance. You weren’t charged.')).toBeInTheDocument();
    expect(screen.queryByText(/We’re returning/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again (4 credits)' })).toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'Photo' })).toBeInTheDocument();
  });

  it('a late photo is shown and can be downloaded [RST-10, RST-11]', async () => {
    const { upload } = await show();
    await upload('image/png');
    await userEvent.click(screen.getByRole('button', { name: 'Restore (4 credits)' }));
    await screen.findByRole('heading', { name: 'Restoring your photo' });
    push(restoring({ sequence: 2, status: 'failed' }));
    await screen.findByText(/You weren’t charged/);
    push(restoring({ sequence: 3, status: 'failed', lateOutput: '/files/late.png?signed' }));
    expect(await screen.findByRole('link', { name: 'Download for free' })).toHaveAttribute(
      'href',
      '/files/late.png?signed&download=1',
    );
    expect(screen.getByRole('img', { name: /Your photo arrived late/ })).toHaveAttribute(
      'src',
      '/files/late.png?signed',
    );
  });

  it('a queued restoration shows elapsed time, queue position and held credits [RST-11, SRV-07]', async () => {
    const { upload } = await show({
      ...new FakeUploads().routes,
      'GET /api/requests/q-1': () =>
        jsonResponse({ request: restoring({ jobStatus: 'pending', queuePosition: 3, etaSeconds: 40, progress: 25 }) }),
    });
    await upload('image/png');
    await userEvent.click(screen.getByRole('button', { name: 'Restore (4 credits)' }));
    expect(await screen.findByRole('heading', { name: 'In line, about 40 s' })).toBeInTheDocument();
    expect(screen.getByText('2 ahead of you · 4 credits held')).toBeInTheDocument();
    expect(screen.getByRole('timer', { name: 'Elapsed time' })).toHaveTextContent(/^\d+:\d\d$/);
    expect(
      screen.getByText(/^We’re holding 4 credits\. They’re spent only if the restoration succeeds/),
    ).toBeInTheDocument();
    expect(screen.getByText('q-1')).toBeInTheDocument();
    push(restoring({ sequence: 2, jobStatus: 'running', progress: 60, etaSeconds: 9 }));
    expect(await screen.findByText('about 9 s left · 4 credits held')).toBeInTheDocument();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60');
  });

  it('a canceled restoration states that nothing was charged [G-44]', async () => {
    const { upload, callsTo } = await show({
      'POST /api/requests/q-1/cancel': () => jsonResponse({ request: restoring() }),
    });
    await upload('image/png');
    await userEvent.click(screen.getByRole('button', { name: 'Restore (4 credits)' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel this restoration' }));
    await waitFor(() => expect(callsTo('/api/requests/q-1/cancel')).toHaveLength(1));
    push(restoring({ sequence: 2, status: 'failed', canceled: true, money: { state: 'returned', credits: 4 } }));
    expect(
      await screen.findAllByText('Canceled. We returned 4 credits to your balance. You weren’t charged.'),
    ).toHaveLength(1);
  });

  it.each([
    [401, 'Unauthenticated', 'Replicate didn’t accept your API key. Change it below, or pay with credits.'],
    [402, 'Insufficient credit', 'Your Replicate account has no credit left. Add some there, or pay with credits.'],
    [422, 'input is invalid', 'Replicate couldn’t process this photo. Choose another photo or other settings.'],
    [429, 'Too many requests', 'Replicate limits how often your key may be used. Wait a minute and try again.'],
    [500, 'oops', 'Replicate has a problem right now. Try again in a few minutes, or pay with credits.'],
  ])(
    'a refusal of the provider with %i says what to do, with its text as a detail [RST-09]',
    async (status, text, advice) => {
      localStorage.setItem('luit.replicate-key', 'r8_key');
      const { upload } = await show({
        'POST /api/predictions': () =>
          Response.json(
            { success: false, code: 'provider_error', message: 'x', error: 'x', details: { status, text } },
            { status: 502 },
          ),
      });
      await upload('image/png');
      await choose('Pay with', /Your own API key/);
      await userEvent.click(screen.getByRole('button', { name: 'Restore with my API key' }));
      const alert = within(await screen.findByRole('alert'));
      expect(alert.getByText(advice)).toBeInTheDocument();
      expect(alert.getByText(`Replicate API error: ${status} - ${text}`)).toBeInTheDocument();
    },
  );

  it('a failure inside the provider says what to do, with its text as a detail [RST-07]', async () => {
    localStorage.setItem('luit.replicate-key', 'r8_key');
    const { upload } = await show({
      'POST /api/predictions': () =>
        jsonResponse({ id: 'p-1', status: 'failed', output: null, error: 'CUDA out of memory' }),
    });
    await upload('image/png');
    await choose('Pay with', /Your own API key/);
    await userEvent.click(screen.getByRole('button', { name: 'Restore with my API key' }));
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Image restoration failed. Try again, or choose another photo.')).toBeInTheDocument();
    expect(alert.getByText('Replicate reported: CUDA out of memory')).toBeInTheDocument();
    expect(alert.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('a restoration with the user’s own key times out after 5 minutes [RST-08, RST-10]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    localStorage.setItem('luit.replicate-key', 'r8_key');
    const running = () => jsonResponse({ id: 'p-1', status: 'processing', output: null, error: null });
    const { upload, callsTo } = await show({ 'POST /api/predictions': running, 'GET /api/predictions/p-1': running });
    await upload('image/png');
    await choose('Pay with', /Your own API key/);
    await userEvent.click(screen.getByRole('button', { name: 'Restore with my API key' }));
    expect(await screen.findByRole('timer', { name: 'Elapsed time' })).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(290_000));
    expect(callsTo('/api/predictions/p-1').length).toBeGreaterThan(100);
    expect(screen.queryByText(/timeout/)).not.toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(12_000));
    expect(await screen.findByText('Restoration timeout. Please check status later.')).toBeInTheDocument();
  });

  it('the stage shows no video scene before or during a restoration', async () => {
    const { upload } = await show();
    expect(screen.getByText('Your restored photo appears here')).toBeInTheDocument();
    const pictures = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));
    expect(pictures()).toEqual([]);
    await upload('image/png');
    await userEvent.click(screen.getByRole('button', { name: 'Restore (4 credits)' }));
    await screen.findByRole('heading', { name: 'Restoring your photo' });
    expect(new Set(pictures())).toEqual(new Set(['blob:old']));
  });

  it('missing credits are sold in the bar in view, and the settings are kept meanwhile', async () => {
    const routes = { 'GET /api/credits/balance': () => jsonResponse({ credits: 1, available: 1, held: 0 }) };
    await show(routes);
    const bar = within(await screen.findByRole('region', { name: 'Missing credits' }));
    expect(bar.getByText(/^You need 3 more credits for this photo\./)).toBeInTheDocument();
    expect(bar.getByRole('link', { name: 'See all packs' })).toHaveAttribute('href', '/pricing');
    await choose('Enhancement', /^Premium enhancement/);
    cleanup();
    await show(routes);
    expect(screen.getByRole('button', { name: 'Enhancement: Premium enhancement' })).toBeInTheDocument();
  });

  it("the form warns about photos of real people, except with the user's own key [RST-02]", async () => {
    const { upload } = await show();
    await upload('image/png');
    expect(await screen.findByText(/may reject photos of real people/)).toHaveTextContent(
      'your credits are returned automatically',
    );
    await choose('Pay with', /Your own API key/);
    expect(screen.queryByText(/your credits are returned automatically/)).not.toBeInTheDocument();
  });

  it('color restoration is disabled with a reason if no model supports it [RST-02]', async () => {
    await show();
    const box = screen.getByRole('checkbox', { name: /Color restoration/ });
    expect(box).toBeDisabled();
    expect(box).toHaveAccessibleDescription('Color restoration: No model for colors is set up here.');
  });
});
