import type { Throughput, ThroughputBy } from '@luit/contracts/operations/job-metrics';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import ThroughputPage from './throughput-page';

const counts = { accepted: 0, succeeded: 0, failed: 7, canceled: 0 };
const of = (by: ThroughputBy): Throughput => {
  const name = by === 'provider' ? 'fal' : '5s-480p';
  const points = [{ at: '2026-11-22T18:30:00.000Z', ...counts }];
  return { window: 'hour', by, stepSeconds: 60, groups: [{ name, ...counts, points }] };
};

it('says of a provider to which jobs moved that they were assigned to another one first', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>((path) => {
    const by = new URLSearchParams(String(path).split('?')[1]).get('by') as ThroughputBy;
    return Promise.resolve(Response.json({ success: true, data: of(by) }));
  });
  renderSignedIn(<ThroughputPage />, fetch, { role: 'operations' });

  const fal = await screen.findByRole('region', { name: 'fal' });
  expect(fal).toHaveTextContent('0 assigned first');
  expect(fal).toHaveTextContent('7 failed');
  const totals = screen.getByRole('table', { name: 'Totals of the period' });
  expect(within(totals).getByRole('columnheader', { name: 'Assigned first' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Jobs by provider' })).toHaveTextContent(
    'counts as finished at the provider that had it last',
  );
  expect(document.body).not.toHaveTextContent('0 accepted');

  fireEvent.change(screen.getByLabelText('By'), { target: { value: 'plan' } });
  expect(await screen.findByRole('region', { name: '5s-480p' })).toHaveTextContent('0 accepted');
  expect(screen.queryByText(/assigned first/)).toBeNull();
});
