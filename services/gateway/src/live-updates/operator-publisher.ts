import { alertBroadcasts } from '@luit/contracts/alerts/alerts';
import { operationsBroadcasts } from '@luit/contracts/operations/messages';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AlertsService } from '../admin/operations/alerts/alerts.service';
import { JobsService } from '../admin/jobs/job-operations/jobs.service';
import { Workers } from '../admin/jobs/job-operations/workers';
import { LiveGateway } from './live.gateway';
import { operatorRoom } from './live-rooms';

/** Interval of pushes, and the interval when nothing changes, milliseconds. */
const PUSH_EVERY_MS = 1_000;
const IDLE_PUSH_MS = 5_000;
const MAX_ROWS = 200;
const MAX_ALERTS = 100;

/** Pushes job metrics, changed jobs and alerts to operators who are connected to this replica. */
@Injectable()
export class OperatorPublisher implements OnModuleInit {
  private readonly changed = new Set<string>();
  private areMetricsDue = false;
  private areAlertsDue = false;
  private pushedAt = 0;

  constructor(
    private readonly live: LiveGateway,
    private readonly jobs: JobsService,
    private readonly workers: Workers,
    private readonly alerts: AlertsService,
    private readonly broadcasts: Broadcasts,
    private readonly scheduler: Scheduler,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.broadcasts.subscribe(operationsBroadcasts.jobsChanged, ({ ids }) => {
      this.jobsChanged(ids);
    });
    await this.broadcasts.subscribe(alertBroadcasts.changed, () => {
      this.areAlertsDue = true;
    });
    this.scheduler.every('operator-updates', PUSH_EVERY_MS, () => this.push(), { isAwaitedAtShutdown: false });
  }

  /** Jobs changed; operators receive them with the next push. */
  jobsChanged(ids: readonly string[]): void {
    this.areMetricsDue = true;
    if (this.hasListeners('jobs')) for (const id of ids) this.changed.add(id);
  }

  private hasListeners(topic: 'jobs' | 'alerts'): boolean {
    return this.live.hasSockets(operatorRoom(topic));
  }

  private async push(): Promise<void> {
    if (this.hasListeners('jobs')) await this.pushJobs();
    if (this.areAlertsDue && this.hasListeners('alerts')) await this.pushAlerts();
  }

  private async pushJobs(): Promise<void> {
    const isIdle = performance.now() - this.pushedAt >= IDLE_PUSH_MS;
    if (!this.areMetricsDue && !isIdle) return;
    this.areMetricsDue = false;
    this.pushedAt = performance.now();
    const ids = [...this.changed].slice(-MAX_ROWS);
    this.changed.clear();
    const [metrics, items] = await Promise.all([
      this.jobs.metrics('hour'),
      ids.length > 0 ? this.jobs.rowsOf(ids) : [],
    ]);
    const room = this.live.server.local.to(operatorRoom('jobs'));
    room.emit('jobs.metrics', {
      ...metrics,
      workers: this.workers.list(),
      areWorkersComplete: this.workers.isComplete(),
    });
    if (items.length > 0) room.emit('job.updated', { items });
  }

  private async pushAlerts(): Promise<void> {
    this.areAlertsDue = false;
    const open = await this.alerts.list({ limit: MAX_ALERTS, state: 'open' });
    this.live.server.local.to(operatorRoom('alerts')).emit('alerts.updated', open);
  }
}
