import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { UserJobs } from './user-tables';

it('the jobs of a user are listed with links to their pages [ADM-20]', async () => {
  const job = {
    id: 'j-1',
    type: 'video',
    prompt: 'a river',
    status: 'failed',
    cost_credits: 18,
    created_at: '2026-11-01',
  };
  const items = [job, { ...job, id: 'j-2', type: 'restore', prompt: '' }];
  const fetch = vi.fn<typeof globalThis.fetch>();
  fetch.mockResolvedValue(Response.json({ success: true, data: { items, nextCursor: null, total: 2 } }));
  renderSignedIn(<UserJobs userId="u-1" />, fetch);
  expect(await screen.findByRole('link', { name: 'a river' })).toHaveAttribute('href', '/jobs/j-1');
  expect(screen.getByRole('link', { name: 'Photo restoration' })).toHaveAttribute('href', '/jobs/j-2');
  expect(screen.getByRole('link', { name: 'All' })).toHaveAttribute('href', '/jobs?user=u-1');
  expect(String(fetch.mock.calls[0]?.[0])).toContain('/api/admin/jobs?user=u-1&limit=10');
});
