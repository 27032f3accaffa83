import type { ProviderOverview } from '@luit/contracts/generation/providers';
import type { JobMetrics } from '@luit/contracts/operations/job-metrics';
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useServices } from '../../lib/services';
import { renderSignedIn } from '../../testing/render-signed-in';
import { metricsQuery, workersQuery } from '../live-operations/jobs-queries';
import { SystemPanel } from './system-panel';

const HALF_OPEN = {
  ...{ name: 'fal', state: 'half_open', failures: 5, reason: 'http_503', closedForMs: 0, pausedMs: 0 },
  ...{ stopped: null, waiting: 3, busy: 1, slots: 20, submitsLeft: 60, submitsPerMinute: 600 },
  ...{ lastFiveMinutes: { succeeded: 1, finished: 1 }, lastHour: { succeeded: 1, finished: 1 } },
} as unknown as ProviderOverview;
const METRICS = {
  ...{ window: 'hour', times: [], providers: [HALF_OPEN] },
  queues: [{ name: 'submit', waiting: 4, active: 1, delayed: 2, isPaused: false }],
} as unknown as JobMetrics;

function Panel() {
  const { client } = useServices();
  const metrics = useQuery(metricsQuery(client, 'hour', true));
  const workers = useQuery(workersQuery(client, true));
  return <SystemPanel metrics={metrics} workers={workers} />;
}

/** Renders the panel with these answers; without an answer, the request fails. */
function show(answers: { metrics?: unknown; workers?: unknown }): void {
  const fetch = vi.fn<typeof globalThis.fetch>((path) => {
    const data = String(path).includes('/workers') ? answers.workers : answers.metrics;
    if (data) return Promise.resolve(Response.json({ success: true, data }));
    const refusal = { success: false, code: 'unavailable', message: 'Please try again.' };
    return Promise.resolve(Response.json(refusal, { status: 503 }));
  });
  renderSignedIn(<Panel />, fetch);
}

it('the tab and the panel call a half-open provider the same, and jobs without a slot are queued', async () => {
  show({ metrics: METRICS, workers: { items: [], isComplete: true } });
  expect(await screen.findByRole('tab', { name: /^Providers ?1 half open$/ })).toBeVisible();
  expect(screen.getByText('Half open')).toBeVisible();
  expect(screen.getByText('3 queued')).toBeVisible();
  fireEvent.click(screen.getByRole('tab', { name: /^Queues/ }));
  expect(await screen.findByText('4 queued · 1 active · 2 delayed')).toBeVisible();
});

it('figures that could not be loaded are unknown, not zero', async () => {
  show({});
  expect(await screen.findByText('Could not load the providers')).toBeVisible();
  fireEvent.click(screen.getByRole('tab', { name: /^Workers ?unknown$/ }));
  expect(await screen.findByText('Could not load the workers')).toBeVisible();
  expect(screen.queryByText(/No worker has sent/)).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole('tab', { name: /^Queues/ }));
  expect(await screen.findByText('Could not load the queues')).toBeVisible();
  fireEvent.click(screen.getByRole('tab', { name: 'Latency' }));
  expect(await screen.findByText('Could not load the latency')).toBeVisible();
  expect(screen.queryByText(/No jobs were submitted/)).not.toBeInTheDocument();
});

it('the number of workers is unknown while the gateway has just started', async () => {
  show({ metrics: METRICS, workers: { items: [], isComplete: false } });
  fireEvent.click(await screen.findByRole('tab', { name: /^Workers ?unknown$/ }));
  expect(await screen.findByText(/The gateway has just started/)).toBeVisible();
});

it('without workers, the panel counts none and says what follows', async () => {
  show({ metrics: METRICS, workers: { items: [], isComplete: true } });
  fireEvent.click(await screen.findByRole('tab', { name: 'Workers 0' }));
  expect(await screen.findByText(/Jobs wait until a worker starts/)).toBeVisible();
});
