import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { ProviderRates } from './provider-rates';

const PROVIDER = {
  ...{ name: 'fal', state: 'closed', failures: 0, reason: null, closedForMs: 0, pausedMs: 0, stopped: null },
  ...{ waiting: 7, busy: 1, slots: 20, lastFiveMinutes: { succeeded: 1, finished: 1 }, usualHour: null },
} as unknown as ProviderOverview;

function rowOf(change: Partial<ProviderOverview>): HTMLElement {
  renderSignedIn(<ProviderRates providers={[{ ...PROVIDER, ...change }]} />, vi.fn<typeof fetch>());
  return within(screen.getByRole('table')).getAllByRole('row')[1]!;
}

it('the row of a provider leads with its circuit breaker, and its successes do not read as health', () => {
  const row = rowOf({ state: 'open', failures: 5, reason: 'http_503' });
  expect(within(row).getAllByRole('cell')[0]).toHaveTextContent('falCircuit open');
  expect(row).toHaveTextContent('1 of 1 succeeded');
  expect(row).not.toHaveTextContent('%');
});

it.each<Partial<ProviderOverview>>([
  { stopped: { state: 'draining', since: '2026-11-21T09:30:00.000Z', reason: 'Their status page', adminId: 'a' } },
  { pausedMs: 9_000 },
  { state: 'half_open' },
])('a provider that receives no or few jobs has no success rate: %j', (change) => {
  expect(rowOf(change)).not.toHaveTextContent('%');
});

it('a healthy provider shows its success rate with the number of jobs, and queued jobs under that name', () => {
  const row = rowOf({ lastFiveMinutes: { succeeded: 1_999, finished: 2_000 } });
  expect(within(row).getAllByRole('cell')[0]).toHaveTextContent('falHealthy');
  expect(row).toHaveTextContent('1,999 of 2,000 succeeded (99.9%)');
  expect(screen.getByRole('columnheader', { name: 'Queued jobs' })).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: 'Waiting' })).not.toBeInTheDocument();
});
