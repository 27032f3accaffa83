import type { Alert } from '@luit/contracts/alerts/alerts';
import type { JobMetrics } from '@luit/contracts/operations/job-metrics';
import type { AdminJobRow } from '@luit/contracts/operations/jobs';
import type { QueryClient } from '@tanstack/react-query';
import type { Socket } from 'socket.io-client';
import type { Page } from '../../components/use-page';
import type { WorkerRow } from './jobs-queries';

export const JOBS_PATH = '/api/admin/jobs';
/** A list that may have got new rows is asked again this often at most, milliseconds. */
const RELOAD_EVERY_MS = 2_000;

type MetricsPush = JobMetrics & { workers: WorkerRow[] };

/** Brings what the gateway pushes into the query cache, which is all that the pages look at. */
export class LiveOperations {
  private socket?: Socket;
  private isOver = false;
  private reload?: ReturnType<typeof setTimeout>;

  constructor(
    private readonly cache: QueryClient,
    private readonly onChange: (isLive: boolean) => void,
  ) {}

  async start(): Promise<void> {
    const { io } = await import('socket.io-client');
    if (this.isOver) return;
    const socket = io({ auth: { operator: true }, transports: ['websocket'] });
    this.socket = socket;
    socket.on('connect', () => {
      socket.emit('subscribe', { topics: ['jobs', 'alerts'] });
      // What happened meanwhile was told to nobody here.
      void this.cache.invalidateQueries();
      this.onChange(true);
    });
    socket.on('disconnect', () => this.onChange(false));
    socket.on('jobs.metrics', (push: MetricsPush) => this.takeMetrics(push));
    socket.on('job.updated', ({ items }: { items: AdminJobRow[] }) => this.takeJobs(items));
    socket.on('alerts.updated', (open: { items: Alert[]; open: number }) => {
      this.cache.setQueryData(['alerts', 'open'], open);
      void this.cache.invalidateQueries({ queryKey: ['/api/admin/alerts'] });
    });
  }

  stop(): void {
    this.isOver = true;
    clearTimeout(this.reload);
    this.socket?.disconnect();
  }

  /** Charts of longer windows change slowly and are asked for; what is true now is the same in each. */
  private takeMetrics({ workers, ...metrics }: MetricsPush): void {
    this.cache.setQueryData(['workers'], { items: workers });
    this.cache.setQueryData(['job-metrics', metrics.window], metrics);
    const { at, now, queues, providers } = metrics;
    for (const window of ['day', 'week']) {
      this.cache.setQueryData<JobMetrics>(
        ['job-metrics', window],
        (old) => old && { ...old, at, now, queues, providers },
      );
    }
  }

  private takeJobs(items: AdminJobRow[]): void {
    const byId = new Map(items.map((job) => [job.id, job]));
    this.cache.setQueriesData<Page<AdminJobRow>>({ queryKey: [JOBS_PATH] }, (page) => {
      if (!page?.items.some(({ id }) => byId.has(id))) return page;
      return { ...page, items: page.items.map((job) => byId.get(job.id) ?? job) };
    });
    for (const id of byId.keys()) void this.cache.invalidateQueries({ queryKey: ['job', id] });
    // Rows come and go under a filter, and counts change.
    this.reload ??= setTimeout(() => {
      this.reload = undefined;
      void this.cache.invalidateQueries({ queryKey: [JOBS_PATH] });
    }, RELOAD_EVERY_MS);
  }
}
