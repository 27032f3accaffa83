import { LuitError } from '@luit/contracts/errors';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import type { RequestOf } from '@luit/contracts/messages/message';
import type { JobMetrics, MetricsPoint, MetricsWindow, TimingsRow } from '@luit/contracts/operations/job-metrics';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ProvidersService } from '../providers/providers.service';
import { Histogram, histogramAt, type StoredHistogram } from '../job-metrics/histogram';
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

interface PlanTimes {
  planId: string;
  provider: string;
  waits: Histogram;
  runs: Histogram;
}

interface Times {
  /** By the start of the step, milliseconds since the epoch. */
  waits: Map<number, Histogram>;
  plans: PlanTimes[];
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
  @OnCall(operationsCalls.getJobMetrics)
  async read({ window }: RequestOf<typeof operationsCalls.getJobMetrics>): Promise<JobMetrics> {
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
    const { isPaused, isBackingOff, ...waitingNow } = waiting;
    const hindrance =
      counts.waiting === 0 ? null : drainHindrance({ isPaused, isBackingOff, unknown: waiting.unknown }, providers);
    const drain = hindrance === null ? drainSeconds(providers, times.plans) : null;
    const drainUnknown = hindrance ?? (drain === null ? 'not_measured' : null);
    return {
      at: new Date().toISOString(),
      window,
      stepSeconds: shape.stepSeconds,
      now: { ...latest, ...counts, ...waitingNow, drain, drainUnknown },
      series: withWaits(series, times.waits),
      times: timingsOf(times.plans),
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

  /** Added up here: with histograms taken apart by Postgres, the metrics of a busy week took 88 instead of 21 ms. */
  private async times({ stepSeconds, points }: { stepSeconds: number; points: number }): Promise<Times> {
    const rows = await this.database.query<
      { atMs: number; planId: string; provider: string; waits: StoredHistogram; runs: StoredHistogram }[]
    >(
      `SELECT extract(epoch FROM at)::float8 * 1000 AS "atMs", plan_id AS "planId", provider, waits, runs
         FROM job_rollups WHERE seconds = $1::int AND at > now() - $2::int * $1::int * interval '1 second'`,
      [stepSeconds, points],
    );
    const waits = new Map<number, Histogram>();
    const plans = new Map<string, PlanTimes>();
    for (const { atMs, planId, provider, ...row } of rows) {
      histogramAt(waits, atMs).add(row.waits);
      const key = `${planId} ${provider}`;
      const plan = plans.get(key) ?? { planId, provider, waits: new Histogram(), runs: new Histogram() };
      plans.set(key, plan);
      plan.waits.add(row.waits);
      plan.runs.add(row.runs);
    }
    return { waits, plans: [...plans.values()] };
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

function withWaits(
  series: (Omit<MetricsPoint, 'at' | 'waitP95'> & { at: Date })[],
  waits: Map<number, Histogram>,
): MetricsPoint[] {
  return series.map(({ at, ...counts }) => ({
    ...counts,
    at: at.toISOString(),
    waitP95: waits.get(at.getTime())?.quantile(0.95) ?? null,
  }));
}

/** Leaves out plans without waiting or running jobs. */
function timingsOf(plans: PlanTimes[]): TimingsRow[] {
  return plans
    .filter(({ waits, runs }) => waits.jobs + runs.jobs > 0)
    .map(({ planId, provider, waits, runs }) => ({
      planId,
      provider,
      jobs: waits.jobs,
      waitP50: waits.quantile(0.5),
      waitP95: waits.quantile(0.95),
      runP50: runs.quantile(0.5),
      runP95: runs.quantile(0.95),
    }))
    .sort((a, b) => `${a.planId} ${a.provider}`.localeCompare(`${b.planId} ${b.provider}`));
}

/** Seconds until the slowest provider has taken its waiting jobs, limited by its slots and its rate limit. */
function drainSeconds(providers: ProviderOverview[], plans: PlanTimes[]): number | null {
  const runs = new Map<string, Histogram>();
  for (const plan of plans) histogramAt(runs, plan.provider).merge(plan.runs);
  const estimates = providers
    .filter(({ waiting }) => waiting > 0)
    .map(({ name, waiting, slots, submitsPerMinute, closedForMs }) => {
      const run = runs.get(name)?.quantile(0.5) ?? null;
      if (run === null) return null;
      const perSecond = Math.min(slots / run, (submitsPerMinute * 1_000) / MINUTE_MS);
      return closedForMs / 1_000 + waiting / perSecond;
    });
  if (estimates.includes(null)) return null;
  return estimates.length === 0 ? 0 : Math.ceil(Math.max(...(estimates as number[])));
}
