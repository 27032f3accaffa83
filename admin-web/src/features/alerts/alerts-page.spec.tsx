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

async function entryOf(...changes: Partial<Alert>[]): Promise<HTMLElement> {
  const items = changes.map((change) => ({ ...OPEN, ...change }));
  const page = { items, nextCursor: null, total: items.length, open: items.length, muted: 0, silentSources: [] };
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

it('an effect is below its cause, and the cause says who was told', async () => {
  const told = ['owner@luit.example'];
  await entryOf(
    { id: 'a-2', causeId: 'a-1' },
    { id: 'a-3', kind: 'disk_nearly_full', subject: 'storage', summary: 'The disk is nearly full.' },
    { id: 'a-1', kind: 'no_worker', subject: 'worker', summary: 'No worker responds.', told },
  );
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
    expect.stringContaining('The disk is nearly full.'),
    expect.stringMatching(/No worker responds\..*Told: owner@luit\.example/),
    expect.stringContaining('No one was told, because it is an effect of another alert.'),
  ]);
});

it('a warning that processes are missing can be answered with “It left for good”', async () => {
  const missing = { kind: 'no_worker', subject: 'worker' } as const;
  const button = { name: /^It left for good/ };
  const entry = await entryOf({ ...missing, severity: 'warning' });
  expect(within(entry).getByRole('button', button)).toBeVisible();
});
