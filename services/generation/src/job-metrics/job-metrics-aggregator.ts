import { operationsBroadcasts } from '@luit/contracts/operations/messages';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { bucketSql } from './histogram';

/** Key of a Postgres advisory lock, unique within this database. */
const LOCK = 7_105_205;
/** Keeps the table of deltas short; readers aggregate before they read. */
const INTERVAL_MS = 60_000;
/** The greatest age of figures that are read, milliseconds. */
const FRESH_MS = 500;
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
  private refreshing?: Promise<void>;
  private refreshedAt = -Infinity;

  constructor(
    private readonly database: DataSource,
    private readonly broadcasts: Broadcasts,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('job-metrics', INTERVAL_MS, () => this.aggregateAll());
    this.scheduler.every('expired-job-metrics', CLEANUP_INTERVAL_MS, () => this.deleteExpired(), { firstMs: FRESH_MS });
  }

  /** Call before reading aggregated figures: they then include every change that is older than half a second. */
  refresh(): Promise<void> {
    if (performance.now() - this.refreshedAt < FRESH_MS) return Promise.resolve();
    this.refreshing ??= this.aggregateAll().finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  /** Aggregates one batch, on one replica at a time. @returns the number of deltas */
  async aggregate(): Promise<number> {
    const rows = await this.database.query<{ id: string }[]>(AGGREGATE_SQL, [LOCK, BATCH]);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await this.broadcasts.publish(operationsBroadcasts.jobsChanged, { ids: latestIds(ids) });
    return ids.length;
  }

  private async aggregateAll(): Promise<void> {
    const startedAt = performance.now();
    while ((await this.aggregate()) === BATCH);
    this.refreshedAt = startedAt;
  }

  private async deleteExpired(): Promise<void> {
    for (const { seconds, keptFor } of STEPS) {
      await this.database.query(`DELETE FROM job_rollups WHERE seconds = $1 AND at < now() - $2::interval`, [
        seconds,
        keptFor,
      ]);
    }
  }
}

function latestIds(ids: string[]): string[] {
  return [...new Set(ids)].slice(-MAX_IDS);
}

/** One statement deletes the deltas and adds them up, so each counts exactly once. Returns the ids of the changed jobs. */
const AGGREGATE_SQL = `
  WITH locked AS MATERIALIZED (SELECT pg_try_advisory_xact_lock($1) AS answer), m AS (
    DELETE FROM job_metric_deltas
     WHERE (SELECT answer FROM locked) AND id IN (SELECT id FROM job_metric_deltas ORDER BY id LIMIT $2) RETURNING *
  ), stepped AS (
    SELECT s.seconds, ${STEP_START} AS step, m.*,
           m.state = 'pending' AND coalesce(m.from_state, 'accepting') IN ('awaiting_payment', 'accepting') AS is_accepted,
           m.state IS DISTINCT FROM m.from_state AS is_step
      FROM m, (VALUES ${STEP_VALUES}) AS s (seconds)
  ), counted AS (
    SELECT seconds, step, plan_id, provider, count(*) FILTER (WHERE is_accepted) AS accepted,
           count(*) FILTER (WHERE is_step AND state = 'succeeded') AS succeeded,
           count(*) FILTER (WHERE is_step AND state = 'failed') AS failed,
           count(*) FILTER (WHERE is_step AND state = 'canceled') AS canceled
      FROM stepped
     WHERE (is_step AND (is_accepted OR state IN ('succeeded', 'failed', 'canceled')))
        OR wait_ms IS NOT NULL OR run_ms IS NOT NULL
     GROUP BY 1, 2, 3, 4
  ), kind AS (
    SELECT seconds, step, plan_id, provider, jsonb_object_agg(error_kind, jobs) AS failures FROM (
      SELECT seconds, step, plan_id, provider, error_kind, count(*) AS jobs FROM stepped
       WHERE is_step AND error_kind IS NOT NULL GROUP BY 1, 2, 3, 4, 5) AS failed
     GROUP BY 1, 2, 3, 4
  ), typed AS (
    SELECT seconds, step, plan_id, provider, jsonb_object_agg(type || '.' || what, jobs) AS types FROM (
      SELECT seconds, step, plan_id, provider, type, CASE WHEN is_accepted THEN 'accepted' ELSE state END AS what, count(*) AS jobs
        FROM stepped WHERE is_step AND (is_accepted OR state IN ('succeeded', 'failed', 'canceled')) GROUP BY 1, 2, 3, 4, 5, 6) AS of_type
     GROUP BY 1, 2, 3, 4
  ), timed AS (
    SELECT seconds, step, plan_id, provider, what, ${bucketSql('ms')} AS bucket, count(*) AS jobs
      FROM stepped, LATERAL (VALUES ('wait', wait_ms), ('run', run_ms)) AS measured (what, ms)
     WHERE ms IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6
  ), histogram AS (
    SELECT seconds, step, plan_id, provider, jsonb_object_agg(bucket, jobs) FILTER (WHERE what = 'wait') AS waits,
           jsonb_object_agg(bucket, jobs) FILTER (WHERE what = 'run') AS runs
      FROM timed GROUP BY 1, 2, 3, 4
  ), rolled_up AS (
    INSERT INTO job_rollups AS r (seconds, at, plan_id, provider, accepted, succeeded, failed, canceled, failures, waits,
           runs, types)
    SELECT seconds, step, plan_id, provider, accepted, succeeded, failed, canceled, coalesce(failures, '{}'), coalesce(waits, '{}'),
           coalesce(runs, '{}'), coalesce(types, '{}')
      FROM counted LEFT JOIN histogram USING (seconds, step, plan_id, provider)
      LEFT JOIN kind USING (seconds, step, plan_id, provider)
      LEFT JOIN typed USING (seconds, step, plan_id, provider)
    ON CONFLICT (seconds, at, plan_id, provider) DO UPDATE SET accepted = r.accepted + excluded.accepted,
      succeeded = r.succeeded + excluded.succeeded, failed = r.failed + excluded.failed,
      canceled = r.canceled + excluded.canceled, failures = add_histograms(r.failures, excluded.failures), waits = add_histograms(r.waits, excluded.waits),
      runs = add_histograms(r.runs, excluded.runs), types = add_histograms(r.types, excluded.types)
  ), moved AS (
    INSERT INTO job_counts AS c (type, provider, state, jobs)
    SELECT type, provider, state, sum(change) FROM (
      SELECT type, provider, state, 1 AS change FROM m
      UNION ALL SELECT type, from_provider, from_state, -1 FROM m
       WHERE from_state IS NOT NULL AND from_state NOT IN ('awaiting_payment', 'accepting')) AS changes
     GROUP BY 1, 2, 3 HAVING sum(change) <> 0
    ON CONFLICT (type, provider, state) DO UPDATE SET jobs = c.jobs + excluded.jobs
  ), due AS (
    INSERT INTO margin_dues (request_id) SELECT DISTINCT request_id FROM m WHERE state = 'succeeded' ORDER BY request_id
    ON CONFLICT (request_id) DO UPDATE SET due_at = now()
  )
  SELECT request_id AS id FROM m ORDER BY m.id`;
