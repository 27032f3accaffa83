import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { aRequest, aSession, errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import LibraryPage from './library-page';

const failed = aRequest({
  id: 'q-2',
  status: 'failed',
  prompt: 'A boat at dawn',
  error: { code: 'provider_failed', message: 'The provider could not make this video.' },
  money: { state: 'returned', credits: 18 },
});
const failedPhoto = aRequest({
  id: 'q-4',
  type: 'restore',
  status: 'failed',
  prompt: '',
  planId: 'restore-high',
  model: 'restorer',
  restore: { quality: 'high', enhancement: 'standard', colorRestoration: false },
  error: { code: 'provider_failed', message: 'Image restoration failed' },
  credits: 4,
  money: { state: 'returned', credits: 4 },
});
/** The model of the requests costs 1.2 times what the plan costs. */
const pricing = (planCredits: number) => ({
  creditPacks: [],
  videoPlans: [{ id: '5s-480p', duration: 5, quality: '480p', credits: planCredits }],
  restorePlans: [{ id: 'restore-high', quality: 'high', credits: 6 }],
  models: [
    {
      ...{ id: 'seedance', name: 'Seedance', factor: 1.2, supports: [], isDefault: false },
      price: { perSecond: { '480p': planCredits * 240 } },
    },
  ],
  colorRestorationRefusal: null,
  currency: 'INR',
});
const FIRST_PAGE = 'GET /api/requests?limit=24';

async function show(routes: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  window.history.replaceState(null, '', '/library');
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <BrowserRouter>
          <LibraryPage />
        </BrowserRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return server;
}

const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title });
  return within(heading.closest('li')!);
};

/** Opens what can be done with a request. */
const panel = async (title: string) => {
  await userEvent.click((await card(title)).getByRole('button', { name: `More about ${title}` }));
  return within(await screen.findByRole('dialog'));
};

describe('a failed request in the library', () => {
  it('a retry uses the shown price and one idempotency key', async () => {
    let attempts = 0;
    const server = await show({
      [FIRST_PAGE]: () => jsonResponse({ requests: [failed], nextCursor: null }),
      'POST /api/requests/q-2/retry': () =>
        ++attempts === 1
          ? errorResponse(503, 'unavailable', 'Please try again.')
          : jsonResponse({ request_id: 'q-3' }, { status: 202 }),
    });
    const boat = await panel('A boat at dawn');
    await userEvent.click(boat.getByRole('button', { name: 'Try again (18 credits)' }));
    expect(await boat.findByText('Please try again.')).toBeInTheDocument();
    await userEvent.click(boat.getByRole('button', { name: 'Try again (18 credits)' }));
    await expect.poll(() => attempts).toBe(2);
    const calls = server.callsTo('/api/requests/q-2/retry');
    expect(calls.map(({ body }) => body)).toEqual([{ expectedCredits: 18 }, { expectedCredits: 18 }]);
    expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('a retry shows the current price before it spends, and the new one after the price has changed', async () => {
    let planCredits = 20;
    const server = await show({
      [FIRST_PAGE]: () => jsonResponse({ requests: [failed, failedPhoto], nextCursor: null }),
      'GET /api/credits/pricing': () => jsonResponse(pricing(planCredits)),
      'POST /api/requests/q-2/retry': ({ body }) => {
        planCredits = 25;
        return (body as { expectedCredits: number }).expectedCredits === 30
          ? jsonResponse({ request_id: 'q-3' }, { status: 202 })
          : errorResponse(409, 'price_changed', 'The price is now 30 credits');
      },
    });
    const photo = await panel('Restored photo');
    expect(await photo.findByRole('button', { name: 'Try again (6 credits)' })).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    const boat = await panel('A boat at dawn');
    await userEvent.click(await boat.findByRole('button', { name: 'Try again (24 credits)' }));
    expect(await boat.findByText('The price is now 30 credits')).toBeInTheDocument();
    await userEvent.click(await boat.findByRole('button', { name: 'Try again (30 credits)' }));
    await expect.poll(() => server.callsTo('/api/requests/q-2/retry').length).toBe(2);
    const [first, second] = server.callsTo('/api/requests/q-2/retry');
    expect([first?.body, second?.body]).toEqual([{ expectedCredits: 24 }, { expectedCredits: 30 }]);
    expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'));
  });

  it.each(['refused_by_policy', 'invalid_input'])(
    'a request that failed with %s offers to change its input instead of a retry',
    async (code) => {
      const error = { code, message: 'Please change the prompt or image.' };
      await show({
        [FIRST_PAGE]: () =>
          jsonResponse({
            requests: [
              { ...failed, error },
              { ...failedPhoto, error },
            ],
            nextCursor: null,
          }),
      });
      const photo = await panel('Restored photo');
      expect(photo.queryByRole('button', { name: /^Try again/ })).not.toBeInTheDocument();
      expect(photo.getByRole('link', { name: 'Choose another photo' })).toHaveAttribute('href', '/restore-image');
      await userEvent.keyboard('{Escape}');
      const edit = (await panel('A boat at dawn')).getByRole('link', { name: 'Edit prompt' });
      await userEvent.click(edit);
      expect(window.location.pathname).toBe('/image-to-video');
      expect(window.history.state).toMatchObject({ usr: { prompt: 'A boat at dawn', planId: '5s-480p' } });
    },
  );

  it('a retry that the balance cannot pay says so and leads to buying credits', async () => {
    const server = await show({
      [FIRST_PAGE]: () => jsonResponse({ requests: [failed], nextCursor: null }),
      'GET /api/credits/pricing': () => jsonResponse(pricing(20)),
      'GET /api/credits/balance': () => jsonResponse({ credits: 23, available: 23, held: 0 }),
    });
    const boat = await panel('A boat at dawn');
    expect(await boat.findByText('You need 1 more credit for this video.')).toBeInTheDocument();
    expect(boat.getByRole('link', { name: 'Buy credits' })).toHaveAttribute('href', '/pricing');
    expect(boat.queryByRole('button', { name: /^Try again/ })).not.toBeInTheDocument();
    expect(server.calls.every(({ method }) => method === 'GET')).toBe(true);
  });
});
