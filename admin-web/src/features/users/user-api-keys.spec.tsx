import type { ApiKeyView } from '@luit/contracts/http/api-keys';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { UserApiKeys } from './user-api-keys';

const KEY: ApiKeyView = {
  id: 'k-1',
  name: 'Shop',
  mode: 'live',
  prefix: 'luit_live_',
  last4: 'x1Y2',
  scopes: ['videos:write', 'videos:read'],
  models: null,
  networks: null,
  expiresAt: null,
  lastUsedAt: '2026-11-26T04:00:00.000Z',
  previousSecretExpiresAt: null,
  createdAt: '2026-11-25T04:00:00.000Z',
  budget: {
    monthlyCredits: 500,
    totalCredits: null,
    usedThisMonth: 36,
    used: 90,
    resetsAt: '2026-11-30T18:30:00.000Z',
  },
};
const EXPIRED: ApiKeyView = { ...KEY, id: 'k-2', name: 'Old', expiresAt: '2020-01-01T00:00:00.000Z', budget: null };

function serving(...items: ApiKeyView[]) {
  return vi.fn<typeof globalThis.fetch>((_, init) =>
    Promise.resolve(Response.json({ success: true, data: init?.method === 'POST' ? {} : { items } })),
  );
}

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!);

it('keys are listed with their state, and with what they have spent of their budgets', async () => {
  renderSignedIn(<UserApiKeys userId="u-1" />, serving(KEY, EXPIRED), { role: 'read_only' });
  const shop = await rowOf('Shop');
  for (const text of ['luit_live_…x1Y2', 'Active', 'videos:write, videos:read', '36 of 500', '90, no limit'])
    expect(shop.getByText(text)).toBeInTheDocument();
  const old = await rowOf('Old');
  expect(old.getByText('Expired')).toBeInTheDocument();
  expect(old.getByText('No budget')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Revoke/ })).not.toBeInTheDocument();
});

it('an operator with the permission revokes a key with a reason', async () => {
  const fetch = serving(KEY);
  renderSignedIn(<UserApiKeys userId="u-1" />, fetch, { role: 'support' });
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Shop' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke this API key?' }));
  expect(dialog.getByRole('button', { name: 'Revoke key' })).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Reason'), 'found on GitHub');
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke key' }));
  await vi.waitFor(() => {
    const sent = fetch.mock.calls.find(([, init]) => init?.method === 'POST');
    expect(String(sent?.[0])).toContain('/api/admin/users/u-1/api-keys/k-1/revoke');
    expect(sent?.[1]?.body).toBe(JSON.stringify({ reason: 'found on GitHub' }));
  });
});

it('a user without keys has none', async () => {
  renderSignedIn(<UserApiKeys userId="u-1" />, serving(), { role: 'owner' });
  expect(await screen.findByText(/^No API keys/)).toBeInTheDocument();
});
