import { operationsBroadcasts } from '@luit/contracts/operations/messages';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { bucketSql } from './histogram';

/** Of the session's database; any number that nothing else here uses. */
const LOCK = 7_105_205;
const FOLD_EVERY_MS = 500;
const CLEAN_EVERY_ROUNDS = 1_200;
const FOLDED_AT_ONCE = 5_000;
/** A notice names this many jobs at most. */
const NAMED = 200;

/** Steps of the charts, seconds, and how long each is kept. */
export const STEPS = [
  { seconds: 60, keptFor: '1 day' },
  { seconds: 900, keptFor: '3 days' },
  { seconds: 3_600, keptFor: '400 days' },
] as const;

const STEP_VALUES = STEPS.map(({ seconds }) => `(${seconds})`).join(', ');
const STEP_START = `to_timestamp(floor(extract(epoch FROM m.at) / s.seconds) * s.seconds)`;

/** Folds what was measured of jobs into counts and histograms, and tells the gateways that there is something new. */
@Injectable()
export class JobMetricsAggregator implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(JobMetricsAggregator.name);
  private timer?: NodeJS.Timeout;
  private current: Promise<unknown> = Promise.resolve();
  private rounds = 0;
  private isStopping = false;

  constructor(
    private readonly database: DataSource,
    private readonly broadcasts: Broadcasts,
  ) {}

  onApplicationBootstrap(): void {
    this.wait();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.current;
  }

  /** Everything measured until now; by one replica at a time. Answers how many measures it took. */
  async fold(): Promise<number> {
    const changed = await this.database.transaction(async (manager) => {
      const [{ mine }] = (await manager.query(`SELECT pg_try_advisory_xact_lock($1) AS mine`, [LOCK])) as [
        { mine: boolean },
      ];
      return mine ? await foldIn(manager) : [];
    });
    if (changed.length > 0) await this.broadcasts.publish(operationsBroadcasts.jobsChanged, { ids: named(changed) });
    return changed.length;
  }

  private wait(): void {
    if (this.isStopping) return;
    this.timer = setTimeout(() => {
      this.current = this.round().finally(() => this.wait());
    }, FOLD_EVERY_MS);
  }

  private async round(): Promise<void> {
    try {
      while ((await this.fold()) === FOLDED_AT_ONCE && !this.isStopping);
      this.rounds += 1;
      if (this.rounds % CLEAN_EVERY_ROUNDS === 1) await this.clean();
    } catch (error) {
      this.log.warn({ msg: 'Figures could not be brought up to date', reason: (error as Error).message });
    }
  }

  private async clean(): Promise<void> {
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

function named(ids: string[]): string[] {
  return [...new Set(ids)].slice(-NAMED);
}

/** One statement: what is taken counts, and what does not count is not taken. Answers the jobs it was about. */
async function foldIn(manager: EntityManager): Promise<string[]> {
  const rows: { request_id: string }[] = await manager.query(FOLD_SQL);
  return rows.map(({ request_id }) => request_id);
}

const FOLD_SQL = `
  WITH m AS (
    DELETE FROM job_metric_deltas WHERE id IN (SELECT id FROM job_metric_deltas ORDER BY id LIMIT ${FOLDED_AT_ONCE}) RETURNING *
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
