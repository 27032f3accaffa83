import type { Alert, SilentSource } from '@luit/contracts/alerts/alerts';
import type { JobMoneyMovement } from '@luit/contracts/billing/job-money';
import type { JobMetrics, MetricsWindow } from '@luit/contracts/operations/job-metrics';
import type { JobDetails } from '@luit/contracts/operations/jobs';
import type { WorkerHeartbeat } from '@luit/contracts/operations/worker';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

/** Poll interval while there is no live connection. */
export const POLL_MS = 10_000;
/**
 * Poll interval with a live connection: pushes come only when something changes, so silence alone does not show that
 * what the page shows is up to date.
 */
export const LIVE_POLL_MS = 15_000;
/** Poll interval of the day and week charts. */
const SLOW_POLL_MS = 30_000;

export type WorkerRow = WorkerHeartbeat & { isAlive: boolean; silentForMs: number };

export interface WorkerOverview {
  items: WorkerRow[];
  /** False for seconds after the gateway has started: workers may be missing. */
  isComplete: boolean;
}

export interface OpenAlerts {
  items: Alert[];
  open: number;
  /** Open alerts that are muted. */
  muted: number;
  /** Services whose alerts are unknown, because they have not reported for minutes. */
  silentSources: SilentSource[];
}

export interface JobView extends Omit<JobDetails, 'imageKey' | 'outputKey' | 'posterKey'> {
  imageUrl: string | null;
  outputUrl: string | null;
  posterUrl: string | null;
  movements: JobMoneyMovement[];
}

export function metricsQuery(client: AdminClient, window: MetricsWindow, isLive: boolean) {
  return queryOptions({
    queryKey: ['job-metrics', window],
    queryFn: ({ signal }) => client.get<JobMetrics>(`/api/admin/jobs/metrics?window=${window}`, signal),
    refetchInterval: isLive ? (window === 'hour' ? LIVE_POLL_MS : SLOW_POLL_MS) : POLL_MS,
  });
}

export function workersQuery(client: AdminClient, isLive: boolean) {
  return queryOptions({
    queryKey: ['workers'],
    queryFn: ({ signal }) => client.get<WorkerOverview>('/api/admin/workers', signal),
    refetchInterval: isLive ? LIVE_POLL_MS : POLL_MS,
  });
}

export function openAlertsQuery(client: AdminClient, isLive: boolean) {
  return queryOptions({
    queryKey: ['alerts', 'open'],
    queryFn: ({ signal }) => client.get<OpenAlerts>('/api/admin/alerts?state=open&limit=100', signal),
    refetchInterval: isLive ? LIVE_POLL_MS : POLL_MS,
  });
}

export function jobQuery(client: AdminClient, id: string, isLive: boolean) {
  return queryOptions({
    queryKey: ['job', id],
    queryFn: ({ signal }) => client.get<JobView>(`/api/admin/jobs/${id}`, signal),
    refetchInterval: isLive ? LIVE_POLL_MS : POLL_MS,
  });
}
