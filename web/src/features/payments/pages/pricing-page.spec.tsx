import type { CreditPack } from '@luit/contracts/billing/packs';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider } from '../../../lib/services';
import { aSession, fakeServer, json, refuse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import { PaymentProvider } from '../payment-provider';
import PricingPage from './pricing-page';

function aPack(id: string, name: string, price: number, credits: number, savings: number): CreditPack {
  return { id, name, price, credits, savings, popular: id === 'popular', description: `About the ${name}` };
}

const creditPacks = [
  aPack('starter', 'Starter Pack', 99, 100, 0),
  aPack('popular', 'Popular Pack', 999, 1000, 10),
  aPack('pro', 'Pro Pack', 1999, 2200, 20),
];
const PRICING = 'GET /api/credits/pricing';

async function show({ isSignedIn = false, answer = () => json({ creditPacks, videoPlans: [] }) } = {}) {
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
  it('PRC-01, PRC-08: shows a card for each pack that the server sells, asked for without a token', async () => {
    const { asked } = await show();
    expect((await screen.findAllByRole('article')).map((card) => card.getAttribute('aria-label'))).toEqual(
      creditPacks.map(({ name }) => name),
    );
    expect(asked.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
      ['/api/credits/pricing', null],
    ]);
  });

  it('CR-01, CR-02, CR-03, G-14: shows price, credits and declared saving, beside what a credit really costs', async () => {
    await show();
    const [starter, popular, pro] = await cards();
    expect(starter).toMatch(/Starter Pack₹99100 credits₹0\.99 per credit/);
    expect(starter).not.toMatch(/Save|Most popular/);
    expect(popular).toMatch(/Popular PackMost popular₹9991,000 credits₹0\.999 per creditSave 10%/);
    expect(pro).toMatch(/Pro Pack₹1,9992,200 credits₹0\.909 per creditSave 20%/);
  });

  it('PRC-02: explains itself in exactly 5 steps', async () => {
    await show();
    const steps = within(screen.getByRole('region', { name: 'How it works' })).getAllByRole('listitem');
    expect(steps).toHaveLength(5);
  });

  it.each([
    ['PRC-03: credits never expire', 'Do credits expire?', /^Credits never expire/],
    ['PRC-04: unused ones can be refunded', 'Can I get a refund?', /Unused credits are refundable within 30 days/],
    ['PRC-05: failed jobs refund by themselves', 'What happens if a video fails?', /refund credits automatically/],
  ])('%s, says the FAQ', async (_id, question, answer) => {
    await show();
    const faq = within(screen.getByRole('region', { name: 'Frequently asked questions' }));
    expect(faq.getByText(question).nextElementSibling).toHaveTextContent(answer);
  });

  it('PRC-06: invites visitors to sign up, and leads to /auth', async () => {
    await show();
    const invitations = await screen.findAllByRole('link', { name: 'Sign Up to Buy' });
    expect(invitations).toHaveLength(3);
    await userEvent.click(invitations[0] as HTMLElement);
    expect(screen.getByText('the auth page')).toBeInTheDocument();
  });

  it('PRC-06: offers those who are signed in the pack itself', async () => {
    await show({ isSignedIn: true });
    expect(await screen.findByRole('button', { name: 'Buy Pro Pack' })).toBeEnabled();
    expect(screen.queryByText('Sign Up to Buy')).not.toBeInTheDocument();
  });

  it('PRC-07: promises processing within 24h, 12h and 6h', async () => {
    await show();
    const promised = (await cards()).map((text) => /Processing within (\d+h)/.exec(text ?? '')?.[1]);
    expect(promised).toEqual(['24h', '12h', '6h']);
  });

  it('PRC-08: invents no pack when the server does not answer, and asks again on Retry', async () => {
    const { table } = await show({ answer: () => refuse(400, 'validation_failed', 'no') });
    expect(await screen.findByText('We couldn’t load the credit packs')).toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    table[PRICING] = () => json({ creditPacks, videoPlans: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await cards()).toHaveLength(3);
  });
});
