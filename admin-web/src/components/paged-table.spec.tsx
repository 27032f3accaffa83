import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import UsersPage from '../features/users/users-page';
import { renderSignedIn } from '../testing/render-signed-in';

it('a list without rows has no pager, and offers to clear what it is filtered by', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() =>
    Promise.resolve(Response.json({ success: true, data: { items: [], nextCursor: null, total: 0 } })),
  );
  renderSignedIn(<UsersPage />, fetch, { path: '/users?q=nobody&status=blocked&sort=email' });
  expect(await screen.findByText('No matching users')).toBeInTheDocument();
  expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  expect(await screen.findByText('No users yet')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Clear search and filters' })).not.toBeInTheDocument();
  expect(String(fetch.mock.lastCall?.[0])).toBe('/api/admin/users?limit=25&sort=email');
});
