import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../../lib/query-client';
import { aRequest, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { showSignedIn } from '../../../testing/show-signed-in';
import { mergeRequest } from '../../../shared/requests/request-cache';
import DashboardPage from './dashboard-page';

const MOVEMENTS = [-18, -18, 100, 5].map((amount, index) => ({
  ...{ id: `t-${index}`, user_id: 'u-1', type: amount < 0 ? 'usage' : 'purchase', amount, status: 'completed' },
  ...{ description: `Movement ${index}`, created_at: '2026-11-21T03:10:00Z', reference_id: null, balance_after: 82 },
}));

function show(routes: Parameters<typeof fakeServer>[0] = {}) {
  return showSignedIn(<DashboardPage />, {
    'GET /api/credits/balance': () => jsonResponse({ credits: 82, available: 82, held: 0 }),
    'GET /api/credits/transactions?limit=50&offset=0': () => jsonResponse({ transactions: MOVEMENTS, total: 4 }),
    'GET /api/requests?limit=24': () => jsonResponse({ requests: [], nextCursor: null }),
    ...routes,
  });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('DashboardPage', () => {
  it('the account card shows email, user ID, creation date and last sign-in [DSH-01]', async () => {
    await show();
    const account = within(screen.getByRole('region', { name: 'Account' }));
    const fact = (name: string) => account.getByText(name).nextElementSibling;
    expect(fact('Email')).toHaveTextContent('mridula@example.in');
    expect(fact('User ID')).toHaveTextContent('u-1');
    expect(fact('Created')).toHaveTextContent(/^1 Nov 2026$/);
    expect(fact('Last sign-in')).toHaveTextContent(/^21 Nov 2026, /);
  });

  it('the dashboard begins with running jobs, whose progress is live, and the latest work [G-64]', async () => {
    const requests = [
      aRequest({ id: 'q-2', prompt: 'A ferry', progress: 61 }),
      aRequest({ id: 'q-1', prompt: 'A tea garden', status: 'completed', createdAt: '2026-11-20T04:00:00Z' }),
    ];
    await show({ 'GET /api/requests?limit=24': () => jsonResponse({ requests, nextCursor: null }) });
    const latest = within(await screen.findByRole('region', { name: 'Continue' }));
    const names = () => latest.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent);
    await expect.poll(names).toEqual(['A ferryIn progress · 61%', 'A tea gardenReady']);
    expect(latest.getByRole('link', { name: /^A ferry/ })).toHaveAttribute('href', '/image-to-video?request=q-2');
    act(() => mergeRequest(queryClient, aRequest({ id: 'q-2', prompt: 'A ferry', sequence: 2, progress: 75 })));
    expect(await latest.findByRole('link', { name: /^A ferry\s*In progress · 75%$/ })).toBeInTheDocument();
    const account = screen.getByRole('region', { name: 'Account' });
    expect(screen.getByText('A ferry').compareDocumentPosition(account)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('a new account is invited to create its first video', async () => {
    await show();
    expect(await screen.findByRole('link', { name: 'Create your first video' })).toHaveAttribute(
      'href',
      '/image-to-video',
    );
  });

  it('the dashboard shows the credits, links to generate, restore and buy, and signs out [DSH-02]', async () => {
    const server = await show({ 'POST /api/auth/signout?scope=local': () => new Response(null, { status: 204 }) });
    expect(await within(screen.getByRole('region', { name: 'Available credits' })).findByText('82')).toBeVisible();
    const movements = within(await screen.findByRole('list', { name: 'Latest transactions' }));
    expect(movements.getAllByRole('listitem').map((row) => row.textContent)).toEqual(
      ['Movement 0−18', 'Movement 1−18', 'Movement 2+100'].map((text) => expect.stringContaining(text) as string),
    );
    const actions = within(screen.getByRole('region', { name: 'Quick actions' })).getAllByRole('link');
    expect(actions.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      expect.arrayContaining([
        ['Generate video', '/image-to-video'],
        ['Restore image', '/restore'],
        ['Buy credits', '/vault'],
      ]),
    );
    await press('Sign out');
    await expect.poll(() => screen.queryByRole('region', { name: 'Account' })).toBeNull();
    expect(server.calls.some(({ path }) => path.startsWith('/api/auth/signout'))).toBe(true);
  });
});
