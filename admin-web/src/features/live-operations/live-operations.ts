import type { JobMetrics } from '@luit/contracts/operations/job-metrics';
import type { AdminJobRow } from '@luit/contracts/operations/jobs';
import type { QueryClient } from '@tanstack/react-query';
import type { Socket } from 'socket.io-client';
import type { Page } from '../../components/use-page';
import type { OpenAlerts, WorkerRow } from './jobs-queries';

export const JOBS_PATH = '/api/admin/jobs';
/** Minimum interval between reloads of the job list. */
const RELOAD_INTERVAL_MS = 2_000;

type MetricsPush = JobMetrics & { workers: WorkerRow[]; areWorkersComplete: boolean };

/** Writes what the gateway pushes into the query cache, from which the pages render. */
export class LiveOperations {
  private socket?: Socket;
  private isStopped = false;
  private reload?: ReturnType<typeof setTimeout>;

  constructor(
    private readonly cache: QueryClient,
    private readonly onChange: (isLive: boolean) => void,
  ) {}

  async start(): Promise<void> {
    const { io } = await import('socket.io-client');
    if (this.isStopped) return;
    const socket = io({ auth: { operator: true }, transports: ['websocket'] });
    this.socket = socket;
    socket.on('connect', () => {
      socket.emit('subscribe', { topics: ['jobs', 'alerts'] });
      // Updates sent while disconnected are lost, so everything is fetched again.
      void this.cache.invalidateQueries();
      this.onChange(true);
    });
    socket.on('disconnect', () => this.onChange(false));
    socket.on('jobs.metrics', (push: MetricsPush) => this.applyMetrics(push));
    socket.on('job.updated', ({ items }: { items: AdminJobRow[] }) => this.applyJobs(items));
    socket.on('alerts.updated', (open: OpenAlerts) => {
      this.cache.setQueryData(['alerts', 'open'], open);
      void this.cache.invalidateQueries({ queryKey: ['/api/admin/alerts'] });
    });
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.reload);
    this.socket?.disconnect();
  }

  /** Pushes carry the hour's series. Longer windows poll theirs; the current values are the same in every window. */
  private applyMetrics({ workers, areWorkersComplete, ...metrics }: MetricsPush): void {
    this.cache.setQueryData(['workers'], { items: workers, isComplete: areWorkersComplete });
    this.cache.setQueryData(['job-metrics', metrics.window], metrics);
    const { at, now, queues, providers } = metrics;
    for (const window of ['day', 'week']) {
      this.cache.setQueryData<JobMetrics>(
        ['job-metrics', window],
        (old) => old && { ...old, at, now, queues, providers },
      );
    }
  }

  private applyJobs(items: AdminJobRow[]): void {
    const byId = new Map(items.map((job) => [job.id, job]));
    this.cache.setQueriesData<Page<AdminJobRow>>({ queryKey: [JOBS_PATH] }, (page) => {
      if (!page?.items.some(({ id }) => byId.has(id))) return page;
      return { ...page, items: page.items.map((job) => byId.get(job.id) ?? job) };
    });
    for (const id of byId.keys()) void this.cache.invalidateQueries({ queryKey: ['job', id] });
    // The change may move rows into or out of a filtered list and alter its total.
    this.reload ??= setTimeout(() => {
      this.reload = undefined;
      void this.cache.invalidateQueries({ queryKey: [JOBS_PATH] });
    }, RELOAD_INTERVAL_MS);
  }
}
