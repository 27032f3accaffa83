import type { ContentReport } from '@luit/contracts/auth/content-reports';
import type { AccountWithTakedowns } from '@luit/contracts/http/takedowns';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import ContentReportsPage from './content-reports-page';

const REPORT: ContentReport = {
  id: 'r-1',
  number: '7K3M-9QXD-01AB-ZY4T',
  kind: 'unlawful',
  state: 'open',
  receivedAt: '2026-11-01T09:00:00.000Z',
  dueAt: '2026-11-08T09:00:00.000Z',
  decidedAt: null,
  answer: null,
  target: 'https://luit.example/s/abcdefghijklmnopqrstuv',
  requestId: 'q-1',
  text: 'He is not me',
  email: null,
  decidedBy: null,
  events: [{ at: '2026-11-01T09:00:00.000Z', what: 'received', by: null, text: 'He is not me' }],
};

const NO_ACCOUNTS = { items: [] };

function show(accounts: { items: AccountWithTakedowns[] } = NO_ACCOUNTS) {
  const fetch = vi.fn<typeof globalThis.fetch>().mockImplementation((url) => {
    const reports = { items: [REPORT], nextCursor: null, total: 1 };
    const settings = { settings: { returnsCredits: true } };
    const others = String(url).endsWith('/settings/takedowns') ? settings : reports;
    const data = String(url).includes('repeated-takedowns') ? accounts : others;
    return Promise.resolve(Response.json({ success: true, data }));
  });
  renderSignedIn(<ContentReportsPage />, fetch);
  return fetch;
}

it('operators turn the pages of decided reports', async () => {
  const pages: Record<string, object> = {
    first: { items: [REPORT], nextCursor: 'r-1', total: 26 },
    last: { items: [{ ...REPORT, id: 'r-2', number: '0000-0000-0000-0000' }], nextCursor: null, total: 26 },
  };
  const fetch = vi.fn<typeof globalThis.fetch>().mockImplementation((url) => {
    if (String(url).includes('repeated-takedowns'))
      return Promise.resolve(Response.json({ success: true, data: NO_ACCOUNTS }));
    const data = pages[String(url).includes('cursor=r-1') ? 'last' : 'first'];
    return Promise.resolve(Response.json({ success: true, data }));
  });
  renderSignedIn(<ContentReportsPage />, fetch, { path: '/content-reports?status=decided' });
  await screen.findByRole('region', { name: /^Report 7K3M/ });
  expect(fetch.mock.calls.map(([url]) => String(url))).toContainEqual(expect.stringContaining('status=decided'));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('region', { name: /^Report 0000/ });
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await screen.findByRole('region', { name: /^Report 7K3M/ });
});

it('operators see what is due, filter by kind, and take the output down', async () => {
  const fetch = show();
  const card = within(await screen.findByRole('region', { name: /^Report 7K3M/ }));
  card.getByText(/Overdue for|left/);
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'unlawful');
  await vi.waitFor(() => expect(String(fetch.mock.lastCall?.[0])).toContain('kind=unlawful'));
  const shown = within(await screen.findByRole('region', { name: /^Report 7K3M/ }));
  await userEvent.click(await shown.findByRole('button', { name: 'Take down…' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByLabelText('Job ID')).toHaveValue('q-1');
  await dialog.findByText('The credits that its owner paid for the job are returned, unless they already were.');
  await userEvent.type(dialog.getByLabelText('Reason'), 'We removed it');
  await userEvent.click(dialog.getByRole('button', { name: 'Take down' }));
  const [path, init] = fetch.mock.calls.find(([, each]) => each?.method === 'POST') ?? [];
  expect(path).toBe('/api/admin/content-reports/r-1/decision');
  expect(JSON.parse(init?.body as string)).toEqual({
    decision: 'taken_down',
    answer: 'We removed it',
    kind: 'unlawful',
    requestId: 'q-1',
  });
});

it('accounts with several takedowns lead to their pages', async () => {
  const account = { user_id: 'u-1', email: 'mira@example.com', takedowns: 4, latest_at: REPORT.receivedAt };
  show({ items: [account] });
  const section = await screen.findByRole('region', { name: 'Accounts with several takedowns' });
  expect(within(section).getByRole('link', { name: 'mira@example.com' })).toHaveAttribute('href', '/users/u-1');
  expect(section).toHaveTextContent('4');
});
