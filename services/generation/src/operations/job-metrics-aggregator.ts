import { operationsBroadcasts } from '@luit/contracts/operations/messages';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { transactionWithLock } from '@luit/platform/database/advisory-lock';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { QueueSignals } from '../request-state/queue-signals';
import { bucketSql } from './histogram';

/** Key of a Postgres advisory lock, unique within this database. */
const LOCK = 7_105_205;
const INTERVAL_MS = 500;
/** Interval while no job changes: at first, and later. A job that is accepted in this process ends the later one. */
const QUIET_INTERVAL_MS = 2_000;
const IDLE_INTERVAL_MS = 5_000;
const IDLE_AFTER_MS = 10_000;
const CLEANUP_INTERVAL_MS = 10 * 60_000;
const BATCH = 5_000;
/** Maximum number of job ids in a broadcast. */
const MAX_IDS = 200;

/** Chart resolutions in seconds, and their retention. */
export const STEPS = [
  { seconds: 60, keptFor: '1 day' },
  { seconds: 900, keptFor: '3 days' },
  { seconds: 3_600, keptFor: '400 days' },
] as const;

const STEP_VALUES = STEPS.map(({ seconds }) => `(${seconds})`).join(', ');
const STEP_START = `to_timestamp(floor(extract(epoch FROM m.at) / s.seconds) * s.seconds)`;

/** Aggregates job deltas into counts and histograms, and notifies the gateways of changed jobs. */
@Injectable()
export class JobMetricsAggregator implements OnApplicationBootstrap {
  private isIdle = false;
  private changedAt = -Infinity;

  constructor(
    private readonly database: DataSource,
    private readonly broadcasts: Broadcasts,
    private readonly signals: QueueSignals,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    const schedule = this.scheduler.every('job-metrics', INTERVAL_MS, () => this.round());
    const endIdleness = (): void => {
      if (!this.isIdle) return;
      this.isIdle = false;
      schedule.runNow();
    };
    this.signals.onJobWaiting(endIdleness);
    this.signals.onSlotReleased(endIdleness);
    this.scheduler.every('expired-job-metrics', CLEANUP_INTERVAL_MS, () => this.deleteExpired(), {
      firstMs: INTERVAL_MS,
    });
  }

  /** Aggregates one batch, on one replica at a time. @returns the number of deltas */
  async aggregate(): Promise<number> {
    const changed = (await transactionWithLock(this.database, LOCK, aggregateBatch)) ?? [];
    if (changed.length > 0)
      await this.broadcasts.publish(operationsBroadcasts.jobsChanged, { ids: latestIds(changed) });
    return changed.length;
  }

  private async round(): Promise<number> {
    const deltas = (await this.hasDeltas()) ? await this.aggregate() : 0;
    if (deltas > 0) this.changedAt = performance.now();
    this.isIdle = performance.now() - this.changedAt > IDLE_AFTER_MS;
    if (this.isIdle) return IDLE_INTERVAL_MS;
    if (deltas === 0) return QUIET_INTERVAL_MS;
    return deltas === BATCH ? 0 : INTERVAL_MS;
  }

  private async hasDeltas(): Promise<boolean> {
    const [row] = await this.database.query<{ answer: boolean }[]>(
      `SELECT EXISTS (SELECT FROM job_metric_deltas) AS answer`,
    );
    return row?.answer ?? false;
  }

  private async deleteExpired(): Promise<void> {
    for (const { seconds, keptFor } of STEPS) {
      for (const table of ['job_rollups', 'job_times']) {
        await this.database.query(`DELETE FROM ${table} WHERE seconds = $1 AND at < now() - $2::interval`, [
          seconds,
          keptFor,
        ]);
      }
    }
  }
}

function latestIds(ids: string[]): string[] {
  return [...new Set(ids)].slice(-MAX_IDS);
}

/** One statement deletes the deltas and adds them up, so each counts exactly once. @returns the ids of the changed jobs */
async function aggregateBatch(manager: EntityManager): Promise<string[]> {
  const rows: { request_id: string }[] = await manager.query(AGGREGATE_SQL);
  return rows.map(({ request_id }) => request_id);
}

const AGGREGATE_SQL = `
  WITH m AS (
    DELETE FROM job_metric_deltas WHERE id IN (SELECT id FROM job_metric_deltas ORDER BY id LIMIT ${BATCH}) RETURNING *
  ), stepped AS (
    SELECT s.seconds, ${STEP_START} AS step, m.*,
           m.state = 'pending' AND coalesce(m.from_state, 'accepting') IN ('awaiting_payment', 'accepting') AS is_accepted,
           m.state IS DISTINCT FROM m.from_state AS is_step
      FROM m, (VALUES ${STEP_VALUES}) AS s (seconds)
  ), counted AS (
    INSERT INTO job_rollups AS r (seconds, at, plan_id, provider, accepted, succeeded, failed, canceled)
    SELECT seconds, step, plan_id, provider, count(*) FILTER (WHERE is_accepted),
           count(*) FILTER (WHERE state = 'succeeded'), count(*) FILTER (WHERE state = 'failed'),
           count(*) FILTER (WHERE state = 'canceled')
      FROM stepped WHERE is_step AND (is_accepted OR state IN ('succeeded', 'failed', 'canceled'))
     GROUP BY 1, 2, 3, 4
    ON CONFLICT (seconds, at, plan_id, provider) DO UPDATE SET accepted = r.accepted + excluded.accepted,
      succeeded = r.succeeded + excluded.succeeded, failed = r.failed + excluded.failed,
      canceled = r.canceled + excluded.canceled
  ), timed AS (
    INSERT INTO job_times AS t (seconds, at, plan_id, provider, what, bucket, jobs)
    SELECT seconds, step, plan_id, provider, what, ${bucketSql('ms')}, count(*)
      FROM stepped, LATERAL (VALUES ('wait', wait_ms), ('run', run_ms)) AS measured (what, ms)
     WHERE ms IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (seconds, at, plan_id, provider, what, bucket) DO UPDATE SET jobs = t.jobs + excluded.jobs
  ), moved AS (
    INSERT INTO job_counts AS c (type, provider, state, jobs)
    SELECT type, provider, state, sum(change) FROM (
      SELECT type, provider, state, 1 AS change FROM m
      UNION ALL SELECT type, from_provider, from_state, -1 FROM m
       WHERE from_state IS NOT NULL AND from_state NOT IN ('awaiting_payment', 'accepting')) AS changes
     GROUP BY 1, 2, 3 HAVING sum(change) <> 0
    ON CONFLICT (type, provider, state) DO UPDATE SET jobs = c.jobs + excluded.jobs
  )
  SELECT request_id FROM m ORDER BY id`;
