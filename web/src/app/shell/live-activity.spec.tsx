import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { BalanceChip } from '../../features/credits/components/balance-chip';
import { ApiClient } from '../../lib/api-client';
import { queryClient } from '../../lib/query-client';
import { ServicesProvider, useSession } from '../../lib/services';
import { aSession, aUser, fakeServer, jsonResponse } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import { LiveActivity } from './live-activity';
import { UserMenu } from './user-menu';

/** A live connection that never opens; these tests must not depend on it. */
const never = () => new Promise<never>(() => undefined);

function Corner() {
  const { status } = useSession();
  if (status !== 'signed-in') return <p>signed out</p>;
  return (
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <LiveActivity open={never} />
        <BalanceChip />
        <UserMenu />
      </QueryClientProvider>
    </MemoryRouter>
  );
}

describe('LiveActivity', () => {
  it('the balance is refetched on the window event creditsUpdated and when the user changes [CR-11]', async () => {
    queryClient.clear();
    let credits = 100;
    const server = fakeServer({
      'GET /api/credits/balance': () => jsonResponse({ credits, available: credits, held: 0 }),
      'POST /api/auth/signout?scope=local': () => new Response(null, { status: 204 }),
    });
    const session = sessionStore(server.fetch);
    await session.establish(aSession('t1'));
    render(
      <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
        <Corner />
      </ServicesProvider>,
    );
    const shows = (text: string) => screen.findByRole('link', { name: `Credit balance: ${text}` });
    expect(await shows('100 credits')).toBeInTheDocument();

    credits = 82;
    window.dispatchEvent(new Event('creditsUpdated'));
    expect(await shows('82 credits')).toBeInTheDocument();

    credits = 7;
    await act(() => session.signOut());
    expect(screen.getByText('signed out')).toBeInTheDocument();
    await act(() => session.establish(aSession('t2', { user: aUser({ id: 'u-2', email: 'rupali@example.in' }) })));
    expect(await shows('7 credits')).toBeInTheDocument();
    expect(server.callsTo('/api/credits/balance').at(-1)?.headers.get('authorization')).toBe('Bearer t2');
  });
});
