import type { Alert } from '@luit/contracts/alerts/alerts';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import AlertsPage from './alerts-page';

const OPEN: Alert = {
  id: 'a-1',
  kind: 'jobs_failing',
  subject: 'provider fal',
  severity: 'critical',
  summary: '9 of 12 jobs of fal failed.',
  action: 'Open a failed job.',
  openedAt: '2026-11-24T02:00:00.000Z',
  causeId: null,
  told: [],
  closedAt: null,
  acknowledged: null,
  muted: null,
};

async function entryOf(change: Partial<Alert>): Promise<HTMLElement> {
  const page = { items: [{ ...OPEN, ...change }], nextCursor: null, total: 1, open: 1, muted: 0, silentSources: [] };
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json({ success: true, data: page })));
  renderSignedIn(<AlertsPage />, fetch, { role: 'operations' });
  return (await screen.findByText(OPEN.summary)).closest('td')!;
}

it('an open alert leads with its severity, and its first action comes before the runbook', async () => {
  const entry = await entryOf({});
  expect(entry.textContent).toMatch(/^Critical/);
  const [first, second] = within(entry).getAllByRole('link');
  expect(first).toHaveAccessibleName('View jobs');
  expect(first).toHaveAttribute('href', '/jobs?status=failed&within=15m&provider=fal');
  expect(first).toHaveClass('bg-primary');
  expect(second).toHaveAccessibleName('Runbook: Jobs failing');
  expect(within(entry).getByRole('button', { name: /^Acknowledge/ })).toBeVisible();
});

it('a closed alert keeps its runbook and asks for nothing', async () => {
  const entry = await entryOf({ closedAt: '2026-11-24T02:30:00.000Z' });
  expect(entry.textContent).toMatch(/^Closed/);
  expect(within(entry).getAllByRole('link')).toHaveLength(1);
  expect(entry).not.toHaveTextContent(OPEN.action);
});
