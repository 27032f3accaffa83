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

it('rows of the previous page are marked as busy until the next ones are there', async () => {
  const rowsOf = (name: string) => ({
    items: [
      {
        id: name,
        email: `${name}@example.com`,
        name,
        status: 'active',
        credits: 0,
        created_at: '2026-11-01T00:00:00Z',
        last_sign_in_at: null,
      },
    ],
    nextCursor: 'next',
    total: 2,
  });
  let answer: (response: Response) => void = () => undefined;
  const fetch = vi.fn<typeof globalThis.fetch>((url) =>
    String(url).includes('cursor=')
      ? new Promise((resolve) => (answer = resolve))
      : Promise.resolve(Response.json({ success: true, data: rowsOf('asha') })),
  );
  renderSignedIn(<UsersPage />, fetch, { path: '/users' });
  const first = await screen.findByText('asha@example.com');
  const busy = () => document.querySelector('div[aria-busy=true]');
  expect(busy()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /next/i }));
  expect(busy()).toContainElement(first);
  answer(Response.json({ success: true, data: rowsOf('ritu') }));
  expect(await screen.findByText('ritu@example.com')).toBeInTheDocument();
  expect(busy()).toBeNull();
});
