import type { RequestOf } from '@luit/contracts/messages/message';
import type { Throughput, ThroughputBy, ThroughputGroup } from '@luit/contracts/operations/job-metrics';
import type { operationsCalls } from '@luit/contracts/operations/messages';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';
import { WINDOWS } from './job-metrics.service';

const sumsBy = (column: string): string =>
  `SELECT ${column} AS name, at, sum(accepted)::int AS accepted, sum(succeeded)::int AS succeeded, sum(failed)::int AS failed,
          sum(canceled)::int AS canceled
     FROM counted GROUP BY 1, 2`;

/** Sums of the rows of `counted` by name and step. */
const SUMS: Record<ThroughputBy, string> = {
  provider: sumsBy('provider'),
  plan: sumsBy('plan_id'),
  type: `
    SELECT name, at, coalesce(sum(jobs) FILTER (WHERE what = 'accepted'), 0)::int AS accepted,
           coalesce(sum(jobs) FILTER (WHERE what = 'succeeded'), 0)::int AS succeeded,
           coalesce(sum(jobs) FILTER (WHERE what = 'failed'), 0)::int AS failed,
           coalesce(sum(jobs) FILTER (WHERE what = 'canceled'), 0)::int AS canceled
      FROM (
        SELECT at, split_part(key, '.', 1) AS name, split_part(key, '.', 2) AS what, jobs::int
          FROM counted, jsonb_each_text(types) AS of_type (key, jobs)
        UNION ALL
        -- Jobs that a release without this column counted, so that the sums are those of the other groupings.
        SELECT at, 'unknown', what, jobs - coalesce((SELECT sum(of_type::int) FROM jsonb_each_text(types) AS typed (key, of_type)
                                                      WHERE split_part(key, '.', 2) = what), 0)
          FROM counted, LATERAL (VALUES ('accepted', accepted), ('succeeded', succeeded), ('failed', failed),
                                        ('canceled', canceled)) AS total (what, jobs)) AS by_type
     WHERE jobs > 0 GROUP BY 1, 2`,
};

interface StepRow {
  name: string;
  at: Date;
  accepted: number;
  succeeded: number;
  failed: number;
  canceled: number;
}

/** Accepted and finished jobs by provider, plan or type, read from the aggregated table. */
@Injectable()
export class ThroughputService {
  constructor(
    private readonly database: DataSource,
    private readonly aggregator: JobMetricsAggregator,
  ) {}

  async read({ window, by }: RequestOf<typeof operationsCalls.getThroughput>): Promise<Throughput> {
    const { stepSeconds, points } = WINDOWS[window];
    await this.aggregator.refresh();
    const rows = await this.database.query<StepRow[]>(
      `WITH last AS (SELECT to_timestamp(floor(extract(epoch FROM now()) / $1::int) * $1::int) AS at),
            counted AS (
              SELECT r.* FROM last, job_rollups r
               WHERE r.seconds = $1::int AND r.at > last.at - $2::int * $1::int * interval '1 second' AND r.at <= last.at),
            rollup AS (${SUMS[by]}),
            step AS (
              SELECT generate_series(last.at - ($2::int - 1) * $1::int * interval '1 second', last.at, $1::int * interval '1 second') AS at
                FROM last)
       SELECT kind.name, step.at, coalesce(accepted, 0) AS accepted, coalesce(succeeded, 0) AS succeeded,
              coalesce(failed, 0) AS failed, coalesce(canceled, 0) AS canceled
         FROM (SELECT DISTINCT name FROM rollup) AS kind CROSS JOIN step LEFT JOIN rollup ON rollup.name = kind.name AND rollup.at = step.at
        ORDER BY kind.name, step.at`,
      [stepSeconds, points],
    );
    const names = [...new Set(rows.map(({ name }) => name))];
    const groups = names.map((name) =>
      toGroup(
        name,
        rows.filter((row) => row.name === name),
      ),
    );
    return { window, by, stepSeconds, groups };
  }
}

function toGroup(name: string, rows: StepRow[]): ThroughputGroup {
  const sum = (key: 'accepted' | 'succeeded' | 'failed' | 'canceled') =>
    rows.reduce((total, row) => total + row[key], 0);
  return {
    name,
    accepted: sum('accepted'),
    succeeded: sum('succeeded'),
    failed: sum('failed'),
    canceled: sum('canceled'),
    points: rows.map(({ name: _, at, ...counts }) => ({ at: at.toISOString(), ...counts })),
  };
}
