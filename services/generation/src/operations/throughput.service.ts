import type { RequestOf } from '@luit/contracts/messages/message';
import type { Throughput, ThroughputBy, ThroughputGroup } from '@luit/contracts/operations/job-metrics';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
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

type Counts = Record<'accepted' | 'succeeded' | 'failed' | 'canceled', number>;
const NONE: Counts = { accepted: 0, succeeded: 0, failed: 0, canceled: 0 };

/** Steps before the last one, accepted, succeeded, failed, canceled. */
type CountedStep = [number, number, number, number, number];

/** Accepted and finished jobs by provider, plan or type, read from the aggregated table. */
@Injectable()
export class ThroughputService {
  constructor(
    private readonly database: DataSource,
    private readonly aggregator: JobMetricsAggregator,
  ) {}

  @OnCall(operationsCalls.getThroughput)
  async read({ window, by }: RequestOf<typeof operationsCalls.getThroughput>): Promise<Throughput> {
    const { stepSeconds, points } = WINDOWS[window];
    await this.aggregator.refresh();
    const rows = await this.database.query<{ lastMs: number; name: string | null; steps: CountedStep[] }[]>(
      `WITH last AS (SELECT to_timestamp(floor(extract(epoch FROM now()) / $1::int) * $1::int) AS at),
            counted AS (
              SELECT r.* FROM last, job_rollups r
               WHERE r.seconds = $1::int AND r.at > last.at - $2::int * $1::int * interval '1 second' AND r.at <= last.at)
       SELECT extract(epoch FROM last.at)::float8 * 1000 AS "lastMs", name,
              json_agg(json_build_array((extract(epoch FROM last.at - sums.at) / $1::int)::int, accepted, succeeded, failed, canceled)) AS steps
         FROM last LEFT JOIN (${SUMS[by]}) AS sums ON true GROUP BY last.at, name ORDER BY name`,
      [stepSeconds, points],
    );
    const groups = rows.flatMap(({ lastMs, name, steps }): ThroughputGroup[] => {
      // Without jobs, the only row has no name.
      if (name === null) return [];
      const series = toPoints(steps, { lastMs, stepSeconds, points });
      return [{ name, ...series.reduce(add, NONE), points: series }];
    });
    return { window, by, stepSeconds, groups };
  }
}

/** Steps without jobs get zeros. */
function toPoints(
  steps: CountedStep[],
  { lastMs, stepSeconds, points }: { lastMs: number; stepSeconds: number; points: number },
): ThroughputGroup['points'] {
  const counts = new Map(
    steps.map(([before, accepted, succeeded, failed, canceled]) => [before, { accepted, succeeded, failed, canceled }]),
  );
  return Array.from({ length: points }, (_, i) => {
    const before = points - 1 - i;
    return { at: new Date(lastMs - before * stepSeconds * 1_000).toISOString(), ...(counts.get(before) ?? NONE) };
  });
}

function add(a: Counts, b: Counts): Counts {
  return {
    accepted: a.accepted + b.accepted,
    succeeded: a.succeeded + b.succeeded,
    failed: a.failed + b.failed,
    canceled: a.canceled + b.canceled,
  };
}
