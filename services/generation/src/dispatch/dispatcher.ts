import { DuePoller } from '@luit/platform/scheduling/due-poller';
import type { NextRound } from '@luit/platform/scheduling/schedule';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CHECK_DUE } from '../providers/provider-health.service';
import { failovers } from '../providers/provider-metrics';
import { PollWakeUps } from '../provider-tasks/poll-wake-ups';
import { logJobChange } from '../request-state/job-log';
import { QueueSignals } from '../request-state/queue-signals';
import { TrafficSettingsService } from '../traffic/traffic-settings.service';
import { DispatchPlans, type Target } from './dispatch-plans';
import { ExpiredJobs } from './expired-jobs';
import { type DispatchedJob, SubmitEntries } from './submit-entries';

/** The longest pause between two rounds while jobs wait, milliseconds. */
export const BUSY_INTERVAL_MS = 1_000;
/** The longest delay while this process knows of no waiting jobs, milliseconds. */
const IDLE_INTERVAL_MS = 5_000;

/** SQL: milliseconds until a round has something to do. */
const DUE_IN_MS = `
  SELECT CASE WHEN lanes <> '[]' OR has_expired OR has_due_searches OR EXISTS (SELECT FROM provider_health WHERE ${CHECK_DUE})
              THEN 0 ELSE next_due_ms END
    FROM queue_state()`;

/**
 * Gives the free slots of providers and users to waiting jobs, in fair order, and enqueues exactly those. It runs when a job
 * is accepted or a slot is released in this process, and on a timer, which also covers other replicas and lost signals.
 */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap {
  constructor(
    private readonly database: DataSource,
    private readonly plans: DispatchPlans,
    private readonly entries: SubmitEntries,
    private readonly expired: ExpiredJobs,
    private readonly wakeUps: PollWakeUps,
    private readonly signals: QueueSignals,
    private readonly poller: DuePoller,
    private readonly traffic: TrafficSettingsService,
  ) {}

  onApplicationBootstrap(): void {
    const schedule = this.poller.add({
      name: 'dispatch',
      dueInMs: DUE_IN_MS,
      withinMs: IDLE_INTERVAL_MS,
      work: () => this.round(),
    });
    this.signals.onJobWaiting(() => schedule.runNow());
    this.signals.onSlotReleased(() => {
      if (this.signals.isWaiting) schedule.runNow();
    });
  }

  /**
   * One round. Safe to run concurrently, in this process and in others.
   *
   * @returns when the next round is due; `Infinity` if this process knows of no reason for one
   */
  async round(): Promise<NextRound> {
    const { targets, isWaiting, hasDueSearches, hasExpired, isCheckDue, nextDueMs } = await this.plans.read();
    this.signals.isWaiting = isWaiting;
    if (isCheckDue) this.wakeUps.send();
    if (hasExpired) await this.expired.fail();
    if (targets.length > 0 || hasDueSearches) await this.dispatch(targets);
    return { nextMs: Math.min(nextDueMs ?? Infinity, isWaiting ? BUSY_INTERVAL_MS : Infinity) };
  }

  /** A crash after the commit loses the entries; the reconciler adds them again. */
  private async dispatch(targets: Target[]): Promise<void> {
    const jobs: (DispatchedJob & { from: string; to: string })[] = await this.database.query(
      `SELECT request_id AS id, dispatched AS "dispatchedAt", from_provider AS "from", to_provider AS "to",
              accepted_by AS correlation FROM dispatch_jobs($1, $2)`,
      [JSON.stringify(targets), await this.traffic.tasksPerUser()],
    );
    for (const { id, from, to, correlation } of jobs) {
      if (from !== to) failovers.inc({ from, to });
      logJobChange({ id, provider: to }, 'dispatched', { correlation, ...(from !== to && { from }) });
    }
    if (jobs.length > 0) await this.entries.add(jobs);
  }
}
