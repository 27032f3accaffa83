import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider, useServices } from '../../../lib/services';
import { aSession, errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import { balanceQuery } from '../api/get-balance';
import { RedeemCode } from './redeem-code';

const REDEEM = 'POST /api/credits/redeem';
const redeemed = {
  ...{ credits: 70, available: 70, held: 0, transactionId: 't-1' },
  ...{ code: 'WELCOME50', granted: 50, expiresAt: '2026-12-24T06:00:00.000Z' as string | null },
};

function Balance() {
  const { api } = useServices();
  const { data } = useQuery(balanceQuery(api));
  return <p>Balance {data?.credits}</p>;
}

async function show(answer: () => Response) {
  queryClient.clear();
  let credits = 20;
  const server = fakeServer({
    'GET /api/credits/balance': () => jsonResponse({ credits, available: credits, held: 0 }),
    [REDEEM]: () => {
      const response = answer();
      if (response.ok) credits = 70;
      return response;
    },
  });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <Balance />
        <RedeemCode />
      </QueryClientProvider>
    </ServicesProvider>,
  );
  await screen.findByText('Balance 20');
  return server;
}

const redeem = async (code: string) => {
  const field = screen.getByRole('textbox', { name: 'Promotional code' });
  await userEvent.clear(field);
  if (code) await userEvent.type(field, code);
  await userEvent.click(screen.getByRole('button', { name: 'Redeem' }));
};

describe('RedeemCode', () => {
  it('adds the credits of a code, updates the balance and says when they expire', async () => {
    const server = await show(() => jsonResponse(redeemed));
    await redeem(' welcome50 ');
    expect(await screen.findByRole('status')).toHaveTextContent(
      /^50 credits added with WELCOME50\. They expire on 24 Dec 2026\.$/,
    );
    expect(await screen.findByText('Balance 70')).toBeInTheDocument();
    expect(screen.getByRole('textbox')).toHaveValue('');
    const [sent] = server.callsTo('/api/credits/redeem');
    expect(sent?.body).toEqual({ code: 'welcome50' });
    expect(sent?.headers.get('idempotency-key')).toBeTruthy();
  });

  it('says nothing about an expiry where there is none', async () => {
    await show(() => jsonResponse({ ...redeemed, expiresAt: null }));
    await redeem('WELCOME50');
    expect(await screen.findByRole('status')).toHaveTextContent(/^50 credits added with WELCOME50\.$/);
  });

  it('shows why a code is refused beside the field, until the code is changed', async () => {
    await show(() => errorResponse(409, 'promo_code_not_redeemable', 'You’ve already used this code.'));
    await redeem('WELCOME50');
    expect(await screen.findByText('You’ve already used this code.')).toBeInTheDocument();
    expect(screen.getByRole('textbox')).toHaveAccessibleDescription('You’ve already used this code.');
    expect(screen.getByRole('textbox')).toHaveValue('WELCOME50');
    await userEvent.type(screen.getByRole('textbox'), 'X');
    expect(screen.queryByText('You’ve already used this code.')).not.toBeInTheDocument();
  });

  it('asks for a code before it sends anything', async () => {
    const server = await show(() => jsonResponse(redeemed));
    await redeem('');
    expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Enter a code');
    expect(server.callsTo('/api/credits/redeem')).toEqual([]);
  });
});
