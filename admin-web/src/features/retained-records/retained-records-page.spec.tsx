import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import RetainedRecordsPage from './retained-records-page';

const RECORD = {
  id: '01a1f9c0-0000-7000-8000-000000000007',
  erasedAt: '2027-06-01T09:00:00.000Z',
  deleteAt: '2028-07-05T09:00:00.000Z',
};
const ACCOUNT = {
  email: 'asha@example.com',
  name: 'Asha',
  signedUpAt: '2026-11-01T09:00:00.000Z',
  signedUpIp: '203.0.113.7',
  lastSignInAt: null,
  sessions: [
    {
      ip: '198.51.100.9',
      userAgent: 'Firefox on a phone',
      signedInAt: '2027-05-01T09:00:00.000Z',
      lastUsedAt: '2027-05-02T09:00:00.000Z',
      endedAt: null,
    },
  ],
};

function show(role: 'owner' | 'support' = 'owner') {
  const fetch = vi.fn<typeof globalThis.fetch>().mockImplementation((_, init) => {
    const list = { items: [RECORD], nextCursor: null, total: 1 };
    const data = init?.method === 'POST' ? { record: { ...RECORD, account: ACCOUNT } } : list;
    return Promise.resolve(Response.json({ success: true, data }));
  });
  renderSignedIn(<RetainedRecordsPage />, fetch, { role });
  return fetch;
}

it('an owner opens a record with a reason, and the list shows nothing of its content', async () => {
  const fetch = show();
  await userEvent.click(await screen.findByRole('button', { name: /^Open…/ }));
  expect(screen.queryByText('asha@example.com')).toBeNull();
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Open' })).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Reason'), 'Request 17 of the police');
  await userEvent.click(dialog.getByRole('button', { name: 'Open' }));
  const opened = within(await screen.findByRole('region', { name: 'Opened record' }));
  opened.getByText('asha@example.com');
  opened.getByText(/from 198\.51\.100\.9: Firefox on a phone/);
  const [path, init] = fetch.mock.calls.find(([, each]) => each?.method === 'POST') ?? [];
  expect(path).toBe(`/api/admin/sealed-records/${RECORD.id}/open`);
  expect(JSON.parse(init?.body as string)).toEqual({ reason: 'Request 17 of the police' });
  await userEvent.click(opened.getByRole('button', { name: 'Close record' }));
  expect(screen.queryByText('asha@example.com')).toBeNull();
});

it('other roles have no button to open a record', async () => {
  show('support');
  await screen.findByText(RECORD.id);
  expect(screen.queryByRole('button', { name: /^Open…/ })).toBeNull();
});
