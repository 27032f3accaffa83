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

type Counts = Record<'accepted' | 'succeeded' | 'failed' | 'canceled', number>;
const NONE: Counts = { accepted: 0, succeeded: 0, failed: 0, canceled: 0 };

/** The jobs of one name in one step. If no job was counted, the only row has neither. */
type StepRow = { last: Date } & (({ name: string; at: Date } & Counts) | { name: null });

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
               WHERE r.seconds = $1::int AND r.at > last.at - $2::int * $1::int * interval '1 second' AND r.at <= last.at)
       SELECT last.at AS last, sums.* FROM last LEFT JOIN (${SUMS[by]}) AS sums ON true ORDER BY name, sums.at`,
      [stepSeconds, points],
    );
    const lastAt = rows[0]!.last.getTime();
    const steps = Array.from({ length: points }, (_, i) => lastAt - (points - 1 - i) * stepSeconds * 1_000);
    return { window, by, stepSeconds, groups: toGroups(rows, steps) };
  }
}

/** @param steps milliseconds since the epoch; those without a row get zeros */
function toGroups(rows: StepRow[], steps: number[]): ThroughputGroup[] {
  const groups = new Map<string, Map<number, Counts>>();
  for (const { last: _, ...row } of rows) {
    if (row.name === null) continue;
    const { name, at, ...counts } = row;
    groups.set(name, (groups.get(name) ?? new Map<number, Counts>()).set(at.getTime(), counts));
  }
  return [...groups].map(([name, counted]) => {
    const points = steps.map((at) => ({ at: new Date(at).toISOString(), ...(counted.get(at) ?? NONE) }));
    return { name, ...points.reduce(add, NONE), points };
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
