import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { UserNotes } from './user-notes';

it('older notes on a user are shown on request, page by page', async () => {
  const note = (id: string) => ({
    id,
    author: 'ops@luit.example',
    text: `note ${id}`,
    created_at: '2026-11-24T08:00:00.000Z',
  });
  const fetch = vi.fn<typeof globalThis.fetch>((path) => {
    const isNext = String(path).includes('cursor=n2');
    const page = isNext
      ? { items: [note('n1')], nextCursor: null }
      : { items: [note('n3'), note('n2')], nextCursor: 'n2' };
    return Promise.resolve(Response.json({ success: true, data: { ...page, total: 3, isTotalCapped: false } }));
  });
  renderSignedIn(<UserNotes userId="u-1" />, fetch, { role: 'read_only' });
  fireEvent.click(await screen.findByRole('button', { name: 'Show older notes' }));
  expect(await screen.findByText('note n1')).toBeInTheDocument();
  expect(screen.getAllByText(/^note/).map(({ textContent }) => textContent)).toEqual(['note n3', 'note n2', 'note n1']);
  expect(screen.queryByRole('button', { name: 'Show older notes' })).not.toBeInTheDocument();
});
