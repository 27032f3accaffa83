import { LuitError } from '@luit/contracts/errors';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import type { JobMetrics, MetricsPoint, MetricsWindow, TimingsRow } from '@luit/contracts/operations/job-metrics';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ProvidersService } from '../providers/providers.service';
import { type Bucket, quantile } from '../job-metrics/histogram';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';
import { PausedQueuesService } from '../queues/paused-queues.service';
import { drainHindrance, WaitingJobs } from './waiting-jobs';

export const WINDOWS: Record<MetricsWindow, { stepSeconds: number; points: number }> = {
  hour: { stepSeconds: 60, points: 60 },
  day: { stepSeconds: 900, points: 96 },
  week: { stepSeconds: 3_600, points: 168 },
};
const RATE_MINUTES = 5;
const MINUTE_MS = 60_000;

interface WaitRow extends Bucket {
  at: Date;
}

interface TimeRow extends Bucket {
  at: null;
  planId: string;
  provider: string;
  what: 'wait' | 'run';
}

interface Times {
  waits: WaitRow[];
  byPlan: TimeRow[];
}

/** Metrics of the jobs screen, all read from the aggregated tables. */
@Injectable()
export class JobMetricsService {
  constructor(
    private readonly database: DataSource,
    private readonly providers: ProvidersService,
    private readonly queues: PausedQueuesService,
    private readonly aggregator: JobMetricsAggregator,
    private readonly waitingJobs: WaitingJobs,
  ) {}

  /** @throws LuitError `validation_failed` */
  async read({ window }: { window: MetricsWindow }): Promise<JobMetrics> {
    const shape = WINDOWS[window];
    if (!shape) throw new LuitError('validation_failed', 'window is hour, day or week');
    await this.aggregator.refresh();
    const [series, times, latest, counts, waiting, { providers }, queues] = await Promise.all([
      this.series(shape),
      this.times(shape),
      this.latest(),
      this.counts(),
      this.waitingJobs.read(),
      this.providers.list(),
      this.queues.list(),
    ]);
    const runs = times.byPlan.filter(({ what }) => what === 'run');
    const { isPaused, isBackingOff, ...waitingNow } = waiting;
    const hindrance =
      counts.waiting === 0 ? null : drainHindrance({ isPaused, isBackingOff, unknown: waiting.unknown }, providers);
    const drain = hindrance === null ? drainSeconds(providers, runs) : null;
    const drainUnknown = hindrance ?? (drain === null ? 'not_measured' : null);
    return {
      at: new Date().toISOString(),
      window,
      stepSeconds: shape.stepSeconds,
      now: { ...latest, ...counts, ...waitingNow, drain, drainUnknown },
      series: withWaits(series, times.waits),
      times: byPlan(times.byPlan),
      queues,
      providers,
    };
  }

  /** Every step of the window, including empty ones. */
  private async series({ stepSeconds, points }: { stepSeconds: number; points: number }) {
    return this.database.query<(Omit<MetricsPoint, 'at' | 'waitP95'> & { at: Date })[]>(
      `WITH last AS (SELECT to_timestamp(floor(extract(epoch FROM now()) / $1::int) * $1::int) AS at)
       SELECT step.at, coalesce(sum(accepted), 0)::int AS accepted, coalesce(sum(succeeded), 0)::int AS succeeded,
              coalesce(sum(failed), 0)::int AS failed, coalesce(sum(canceled), 0)::int AS canceled
         FROM last, generate_series(last.at - ($2::int - 1) * $1::int * interval '1 second', last.at,
                $1::int * interval '1 second') AS step (at)
         LEFT JOIN job_rollups r ON r.seconds = $1::int AND r.at = step.at
        GROUP BY step.at ORDER BY step.at`,
      [stepSeconds, points],
    );
  }

  /** Histograms of the waits of each step, and of the waits and runs of each plan at each provider. */
  private async times({ stepSeconds, points }: { stepSeconds: number; points: number }): Promise<Times> {
    const rows = await this.database.query<(WaitRow | TimeRow)[]>(
      `SELECT at, plan_id AS "planId", provider, what, bucket::int, sum(jobs::int)::int AS jobs
         FROM job_rollups, LATERAL (VALUES ('wait', waits), ('run', runs)) AS histogram (what, buckets),
              jsonb_each_text(buckets) AS counted (bucket, jobs)
        WHERE seconds = $1::int AND at > now() - $2::int * $1::int * interval '1 second'
        GROUP BY GROUPING SETS ((what, bucket, at), (what, bucket, plan_id, provider))
       HAVING at IS NULL OR what = 'wait'`,
      [stepSeconds, points],
    );
    return {
      waits: rows.filter((row): row is WaitRow => row.at !== null),
      byPlan: rows.filter((row): row is TimeRow => row.at === null),
    };
  }

  private async latest(): Promise<Pick<JobMetrics['now'], 'perMinute' | 'successRate' | 'recentSuccessRate'>> {
    const isRecent = `at > now() - interval '${RATE_MINUTES} minutes'`;
    const [row] = (await this.database.query(
      `SELECT coalesce(sum(succeeded + failed + canceled) FILTER (WHERE ${isRecent}), 0)::float8 / ${RATE_MINUTES} AS "perMinute",
              sum(succeeded)::float8 / nullif(sum(succeeded + failed), 0) AS "successRate",
              (sum(succeeded) FILTER (WHERE ${isRecent}))::float8
                / nullif(sum(succeeded + failed) FILTER (WHERE ${isRecent}), 0) AS "recentSuccessRate"
         FROM job_rollups WHERE seconds = 60 AND at > now() - interval '1 hour'`,
    )) as [Pick<JobMetrics['now'], 'perMinute' | 'successRate' | 'recentSuccessRate'>];
    return row;
  }

  private async counts(): Promise<Pick<JobMetrics['now'], 'waiting' | 'running'>> {
    const [row] = (await this.database.query(
      `SELECT coalesce(sum(jobs) FILTER (WHERE state IN ('pending', 'unknown')), 0)::int AS waiting,
              coalesce(sum(jobs) FILTER (WHERE state = 'running'), 0)::int AS running FROM job_counts`,
    )) as [Pick<JobMetrics['now'], 'waiting' | 'running'>];
    return row;
  }
}

function groupedBy<Item, Key>(items: Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function withWaits(series: (Omit<MetricsPoint, 'at' | 'waitP95'> & { at: Date })[], waits: WaitRow[]): MetricsPoint[] {
  const ofSteps = groupedBy(waits, ({ at }) => at.getTime());
  return series.map(({ at, ...counts }) => ({
    ...counts,
    at: at.toISOString(),
    waitP95: quantile(ofSteps.get(at.getTime()) ?? [], 0.95),
  }));
}

function byPlan(times: TimeRow[]): TimingsRow[] {
  const groups = groupedBy(times, ({ planId, provider }) => `${planId} ${provider}`);
  const rows = [...groups.values()].map((group): TimingsRow => {
    const { planId, provider } = group[0]!;
    const [waits, runs] = (['wait', 'run'] as const).map((kind) => group.filter(({ what }) => what === kind)) as [
      TimeRow[],
      TimeRow[],
    ];
    return {
      planId,
      provider,
      jobs: waits.reduce((sum, { jobs }) => sum + jobs, 0),
      waitP50: quantile(waits, 0.5),
      waitP95: quantile(waits, 0.95),
      runP50: quantile(runs, 0.5),
      runP95: quantile(runs, 0.95),
    };
  });
  return rows.sort((a, b) => `${a.planId} ${a.provider}`.localeCompare(`${b.planId} ${b.provider}`));
}

/** Seconds until the slowest provider has taken its waiting jobs, limited by its slots and its rate limit. */
function drainSeconds(providers: ProviderOverview[], runs: TimeRow[]): number | null {
  const estimates = providers
    .filter(({ waiting }) => waiting > 0)
    .map(({ name, waiting, slots, submitsPerMinute, closedForMs }) => {
      const run = quantile(
        runs.filter(({ provider }) => provider === name),
        0.5,
      );
      if (run === null) return null;
      const perSecond = Math.min(slots / run, (submitsPerMinute * 1_000) / MINUTE_MS);
      return closedForMs / 1_000 + waiting / perSecond;
    });
  if (estimates.includes(null)) return null;
  return estimates.length === 0 ? 0 : Math.ceil(Math.max(...(estimates as number[])));
}
