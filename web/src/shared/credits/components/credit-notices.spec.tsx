import type { CreditNotices as Notices } from '@luit/contracts/billing/credit-notices';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider } from '../../../lib/services';
import { aSession, errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { someSettings } from '../../../testing/notification-settings';
import { sessionStore } from '../../../testing/session-environment';
import { CreditNotices } from './credit-notices';

const EXPIRING = [{ expiresOn: '2026-12-03', expiresAt: '2026-12-03T08:30:00.000Z', credits: 30 }];
const LOW = { noticeId: 'n-1', available: 4, lastRequestCredits: 18 };

async function show(notices: Notices | null, { off = [] as string[] } = {}) {
  queryClient.clear();
  const server = fakeServer({
    'GET /api/credits/notices': () => (notices ? jsonResponse(notices) : errorResponse(400, 'validation_failed', 'no')),
    'GET /api/notifications/settings': () => jsonResponse({ settings: someSettings(off) }),
  });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  const { unmount } = render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <CreditNotices />
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  await waitFor(() => expect(server.callsTo('/api/credits/notices')).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return unmount;
}

const region = () => screen.queryByRole('region', { name: 'About your credits' });

beforeEach(() => localStorage.clear());

describe('credit notices', () => {
  it('say how many credits expire when, what is left, and where to go', async () => {
    await show({ expiring: EXPIRING, low: LOW });
    expect(region()).toHaveTextContent(/30 credits will expire soon. Use them before 3 Dec 2026, .*/);
    expect(screen.getByRole('link', { name: 'Create a video' })).toHaveAttribute('href', '/image-to-video');
    expect(region()).toHaveTextContent('You have 4 credits left. Your last request needed 18 credits.');
    expect(screen.getByRole('link', { name: 'Buy credits' })).toHaveAttribute('href', '/pricing');
  });

  it('are absent without anything to say, after a failure, and where they are turned off', async () => {
    (await show({ expiring: [], low: null }))();
    expect(region()).not.toBeInTheDocument();
    (await show(null))();
    const off = ['expiring_credits in_app', 'low_balance in_app'];
    await show({ expiring: EXPIRING, low: LOW }, { off });
    expect(region()).not.toBeInTheDocument();
  });

  it('stay dismissed, until the balance has risen and fallen again', async () => {
    const unmount = await show({ expiring: [], low: LOW });
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss message' }));
    expect(region()).not.toBeInTheDocument();
    unmount();
    (await show({ expiring: [], low: LOW }))();
    expect(region()).not.toBeInTheDocument();
    await show({ expiring: [], low: { ...LOW, noticeId: 'n-2' } });
    expect(region()).toBeInTheDocument();
  });
});
