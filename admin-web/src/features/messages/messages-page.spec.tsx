import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import MessagesPage from './messages-page';
import { mailLinkTo } from './mail-link';

const row = {
  id: 'm-1',
  name: 'Asha',
  email: 'asha+luit@example.com',
  subject: 'billing' as const,
  message: 'Where is\nmy invoice?',
  is_urgent: true,
  created_at: '2026-11-01T00:00:00.000Z',
  answered_at: null,
  answered_by: null,
};

describe('the messages page', () => {
  let answered_at: string | null = null;
  const fetch = vi.fn<typeof globalThis.fetch>();

  beforeEach(async () => {
    answered_at = null;
    fetch.mockReset();
    fetch.mockImplementation((_, init) => {
      if (init?.method === 'PATCH') answered_at = '2026-11-02T00:00:00.000Z';
      const data = { items: [{ ...row, answered_at }], nextCursor: null, total: 1 };
      return Promise.resolve(Response.json({ success: true, data }));
    });
    renderSignedIn(<MessagesPage />, fetch);
    await screen.findByText('Asha');
  });

  it('a message is shown, marked as answered, and filtered', async () => {
    expect(screen.getByText(/Where is/)).toBeInTheDocument();
    expect(screen.getByText('Urgent')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: row.email })).toHaveAttribute('href', mailLinkTo(row));
    fireEvent.click(screen.getByRole('button', { name: /^Mark as answered/ }));
    expect(await screen.findByRole('button', { name: /^Reopen/ })).toBeInTheDocument();
    const [path, init] = fetch.mock.calls.find(([, each]) => each?.method === 'PATCH') ?? [];
    expect([path, init?.body]).toEqual([expect.stringContaining('/api/admin/messages/m-1'), '{"answered":true}']);
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'answered' } });
    await vi.waitFor(() => expect(String(fetch.mock.lastCall?.[0])).toContain('status=answered'));
  });

  it('the reply link quotes and escapes the message', () => {
    const { protocol, pathname, searchParams } = new URL(mailLinkTo({ ...row, message: 'a&b?cc=x@y.z\n'.repeat(99) }));
    expect([protocol, decodeURIComponent(pathname)]).toEqual(['mailto:', row.email]);
    expect([...searchParams.keys()]).toEqual(['subject', 'body']);
    expect(searchParams.get('body')).toMatch(/^Dear Asha,\r\n[^]*> a&b\?cc=x@y\.z\r\n[^]*…\r\n$/);
  });
});
