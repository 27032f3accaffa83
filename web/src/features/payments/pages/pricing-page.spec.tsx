import type { CreditPack } from '@luit/contracts/billing/packs';
import type { Pricing } from '@luit/contracts/http/pricing';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider } from '../../../lib/services';
import { aModel } from '../../../testing/models';
import { aSession, fakeServer, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import { PaymentProvider } from '../../../shared/payments/payment-provider';
import PricingPage from './pricing-page';

function aPack(id: string, name: string, price: number, credits: number, savings: number): CreditPack {
  return { id, name, price, credits, savings, popular: id === 'popular', description: `About the ${name}` };
}

const creditPacks = [
  aPack('starter', 'Starter Pack', 99, 100, 0),
  aPack('popular', 'Popular Pack', 999, 1000, 10),
  aPack('pro', 'Pro Pack', 1999, 2200, 20),
];
const price = { perSecond: { '480p': 3_600, '720p': 7_200 } };
const supports = [{ type: 'video' as const, durations: [5, 10], resolutions: ['480p', '720p'] }];
const prices: Pricing = {
  creditPacks,
  videoPlans: [
    {
      ...{ id: '5s-480p', name: 'Standard Video', duration: 5, quality: '480p', credits: 18 },
      ...{ popular: true, description: '' },
    },
    {
      ...{ id: '10s-720p', name: 'Extended HD Video', duration: 10, quality: '720p', credits: 72 },
      ...{ popular: false, description: '' },
    },
  ],
  models: [
    {
      id: 'seedance',
      name: 'Seedance',
      factor: 1,
      price,
      supports,
      choices: aModel('seedance').choices,
      isDefault: true,
    },
    {
      id: 'zeroscope',
      name: 'Zeroscope',
      factor: 1.5,
      price: { perSecond: { '480p': 5_400, '720p': 10_800 } },
      supports: [{ ...supports[0]!, durations: [5] }],
      choices: aModel('zeroscope', {}, { parameters: { duration: { values: [5], default: 5 } } }).choices,
      isDefault: false,
    },
  ],
  imageModels: [],
  restorePlans: [
    { id: 'restore-standard', quality: 'standard', credits: 4 },
    { id: 'restore-ultra', quality: 'ultra', credits: 12 },
  ],
  colorRestorationRefusal: null,
  currency: 'INR',
  label: { text: 'AI-generated', corner: 'bottom-right' },
};
const PRICING = 'GET /api/credits/pricing';

async function show({ isSignedIn = false, answer = () => jsonResponse(prices) } = {}) {
  queryClient.clear();
  const table = { [PRICING]: answer };
  const server = fakeServer(table);
  const session = sessionStore(server.fetch);
  if (isSignedIn) await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <PaymentProvider>
          <MemoryRouter initialEntries={['/pricing']}>
            <Routes>
              <Route path="/pricing" element={<PricingPage />} />
              <Route path="/auth" element={<p>the auth page</p>} />
            </Routes>
          </MemoryRouter>
        </PaymentProvider>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return { ...server, table };
}

const cards = async () => (await screen.findAllByRole('article')).map((card) => card.textContent);

describe('PricingPage', () => {
  it('the page shows a card for each pack, loaded without a token [PRC-01, PRC-08]', async () => {
    const { calls } = await show();
    expect((await screen.findAllByRole('article')).map((card) => card.getAttribute('aria-label'))).toEqual(
      creditPacks.map(({ name }) => name),
    );
    expect(calls.map(({ path, headers }) => [path, headers.get('authorization')]).toSorted()).toEqual([
      ['/api/credits/pricing', null],
      ['/api/examples', null],
    ]);
  });

  it('each card shows price, credits, and what a credit costs and really saves [CR-01, CR-02, CR-03, G-14, G-57]', async () => {
    await show();
    const [starter, popular, pro] = await cards();
    expect(starter).toMatch(/Starter Pack₹99100 creditsAbout 5 videos of 5 s, 480p₹0\.99 per credit/);
    expect(starter).not.toMatch(/Save|Most popular/);
    // A credit of this pack costs more than one of the Starter Pack, whatever saving the pack declares.
    expect(popular).toMatch(/Popular Pack₹9991,000 creditsAbout 55 videos of 5 s, 480p₹0\.999 per credit/);
    expect(popular).not.toMatch(/Save|Most popular/);
    expect(pro).toMatch(/Pro Pack₹1,9992,200 creditsAbout 122 videos of 5 s, 480p₹0\.909 per creditSave 8%/);
  });

  it('the page shows the visible label with its reason, and says what happens to the money', async () => {
    await show();
    expect(await screen.findByText(/carry the small label “AI-generated”/)).toBeInTheDocument();
    expect(screen.getByText(/^Unused credits are refundable within 30 days of purchase/)).toBeInTheDocument();
  });

  it('a pack whose credits cost more says so [G-57]', async () => {
    await show();
    const [starter, popular, pro] = await cards();
    expect(popular).toContain('Credits cost more than in the Starter Pack');
    for (const text of [starter, pro]) expect(text).not.toContain('cost more');
  });

  it('videos are priced with each model that makes them, and paid once', async () => {
    await show();
    const videos = within(await screen.findByRole('region', { name: 'Video prices' }));
    const [standard, extended] = videos.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(standard).toBe('Standard Video5 s, 480pSeedance18 creditsZeroscope27 creditsPaid once, without credits₹18');
    expect(extended).toBe('Extended HD Video10 s, 720pSeedance72 creditsPaid once, without credits₹72');
    expect(videos.getByRole('link', { name: 'Pay once for a video' })).toHaveAttribute('href', '/pay-once');
  });

  it('restorations are priced by their quality', async () => {
    await show();
    const photos = within(await screen.findByRole('region', { name: 'Photo restoration prices' }));
    expect(photos.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Standard 2× the original size4 credits',
      'Ultra 4× the original size12 credits',
    ]);
  });

  it('the how-it-works list has exactly 5 steps [PRC-02]', async () => {
    await show();
    const steps = within(screen.getByRole('region', { name: 'How it works' })).getAllByRole('listitem');
    expect(steps).toHaveLength(5);
  });

  it.each([
    ['credits never expire [PRC-03]', 'Do credits expire?', /^Credits never expire/],
    [
      'the times of the packs are upper limits [PRC-07]',
      'How long does a video take?',
      /^Most videos are ready within 1-5 minutes\. The times listed with the packs are upper limits/,
    ],
    ['unused credits can be refunded [PRC-04]', 'Can I get a refund?', /Unused credits are refundable within 30 days/],
    [
      'failed jobs are refunded automatically [PRC-05]',
      'What happens if a video fails?',
      /refund credits automatically/,
    ],
  ])('the FAQ states that %s', async (_id, question, answer) => {
    await show();
    const faq = within(screen.getByRole('region', { name: 'Frequently asked questions' }));
    expect(faq.getByText(question).nextElementSibling).toHaveTextContent(answer);
  });

  it('visitors see sign-up links to /auth [PRC-06]', async () => {
    await show();
    const invitations = await screen.findAllByRole('link', { name: 'Sign Up to Buy' });
    expect(invitations).toHaveLength(3);
    await userEvent.click(invitations[0] as HTMLElement);
    expect(screen.getByText('the auth page')).toBeInTheDocument();
  });

  it('signed-in users see buy buttons [PRC-06]', async () => {
    await show({ isSignedIn: true });
    expect(await screen.findByRole('button', { name: 'Buy Pro Pack' })).toBeEnabled();
    expect(screen.queryByText('Sign Up to Buy')).not.toBeInTheDocument();
  });

  it('the packs list processing within 24h, 12h and 6h [PRC-07]', async () => {
    await show();
    const promised = (await cards()).map((text) => /Processing within (\d+h)/.exec(text ?? '')?.[1]);
    expect(promised).toEqual(['24h', '12h', '6h']);
  });

  it('a failed request shows no invented packs and can be retried [PRC-08]', async () => {
    const { table } = await show({ answer: () => errorResponse(400, 'validation_failed', 'no') });
    expect(await screen.findByText('We couldn’t load the credit packs')).toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    table[PRICING] = () => jsonResponse(prices);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await cards()).toHaveLength(3);
  });
});
