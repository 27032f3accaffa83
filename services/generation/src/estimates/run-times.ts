import { RecentValue } from '@luit/platform/scheduling/recent-value';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import type { RequestEntity } from '../request-rows/request.entity';

const SAMPLE = 20;
/** The first poll comes before the median run time; polling later would inflate the measured times. */
const FIRST_POLL_SHARE = 0.8;
/** The same where the provider calls back when a task ends, so that polls only show progress and replace a lost callback. */
const FIRST_POLL_SHARE_WITH_CALLBACKS = 1.5;
/** Upper bound on the first poll, so that users see progress even for slow plans. */
const MAX_FIRST_POLL_MS = 10_000;
const CACHE_MS = 10_000;
/** The times of models are read from this many of the latest jobs of each plan and provider. */
const MODEL_JOBS = 200;
/** Fewer jobs say little about a model. */
const LEAST_JOBS = 5;
const MODELS_CACHE_MS = 60_000;

/** Seconds from submission until the result was available. */
export interface MeasuredTimes {
  p50: number;
  p90: number;
}

/** The measurements of a plan at a provider. */
interface Measured {
  times: MeasuredTimes | null;
  /** Median milliseconds from submission until the worker learned of the result; null before any job succeeded. */
  resultMs: number | null;
  /** The provider called back about most of the latest jobs before a poll knew their result. */
  hasCallbacks: boolean;
}

/** Run times of jobs of a plan at a provider, measured on the latest ones and cached for 10 seconds. */
@Injectable()
export class RunTimes {
  private readonly models = new RecentValue<Map<string, MeasuredTimes>>(MODELS_CACHE_MS);
  private readonly cached = new Map<string, { readAt: number; measured: Measured }>();

  constructor(@Inject(CONFIG) private readonly config: GenerationConfig) {}

  /** Milliseconds from submission to the first poll of a task. */
  async firstPollMs(manager: EntityManager, { planId, provider }: RequestEntity): Promise<number> {
    const { resultMs, hasCallbacks } = await this.read(manager, planId, provider);
    if (resultMs === null) return this.config.limits.firstPollMs;
    const share = hasCallbacks ? FIRST_POLL_SHARE_WITH_CALLBACKS : FIRST_POLL_SHARE;
    return Math.round(Math.min(Math.max(resultMs * share, this.config.limits.pollIntervalMs / 2), MAX_FIRST_POLL_MS));
  }

  /** Null if no job of this plan has succeeded at this provider yet. */
  async measured(manager: EntityManager, planId: string, provider: string): Promise<MeasuredTimes | null> {
    return (await this.read(manager, planId, provider)).times;
  }

  /** A job succeeded, so plans that are cached as not measured are measured now. */
  measuredFirst({ planId, provider }: RequestEntity): void {
    const key = keyOf(planId, provider);
    if (this.cached.get(key)?.measured.times === null) this.cached.delete(key);
  }

  /** Run times of the latest 20 videos of each model, of all lengths, without models that have fewer than 5. Cached for a minute. */
  ofModels(manager: EntityManager, providers: string[]): Promise<Map<string, MeasuredTimes>> {
    return this.models.get(() => readModels(manager, providers));
  }

  private async read(manager: EntityManager, planId: string, provider: string): Promise<Measured> {
    const key = keyOf(planId, provider);
    const cached = this.cached.get(key);
    if (cached && performance.now() - cached.readAt < CACHE_MS) return cached.measured;
    const [{ p50, p90, resultMs, hasCallbacks }] = (await manager.query(
      `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS p50,
              percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds) AS p90,
              percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS "resultMs",
              coalesce(avg(called_back::int) > 0.5, false) AS "hasCallbacks" FROM (
         SELECT extract(epoch FROM completed_at - submitted_at)::float8 AS seconds,
                extract(epoch FROM collecting_at - submitted_at)::float8 * 1000 AS ms,
                called_back OR EXISTS (SELECT FROM provider_events e WHERE e.request_id = requests.id) AS called_back FROM requests
          WHERE state = 'succeeded' AND plan_id = $1 AND provider = $2
          ORDER BY completed_at DESC LIMIT ${SAMPLE}) AS latest`,
      [planId, provider],
    )) as [{ p50: number | null; p90: number | null } & Omit<Measured, 'times'>];
    const times = p50 === null || p90 === null ? null : { p50, p90 };
    const measured = { times, resultMs, hasCallbacks };
    this.cached.set(key, { readAt: performance.now(), measured });
    return measured;
  }
}

function keyOf(planId: string, provider: string): string {
  return `${planId} ${provider}`;
}

/** Reads the index of run times only, so it costs the same at any number of jobs. */
async function readModels(manager: EntityManager, providers: string[]): Promise<Map<string, MeasuredTimes>> {
  const rows: ({ model: string } & MeasuredTimes)[] = await manager.query(
    `WITH RECURSIVE plan AS (
       (SELECT plan_id AS id FROM requests WHERE state = 'succeeded' ORDER BY plan_id LIMIT 1)
       UNION ALL
       SELECT (SELECT plan_id FROM requests WHERE state = 'succeeded' AND plan_id > plan.id ORDER BY plan_id LIMIT 1)
         FROM plan WHERE plan.id IS NOT NULL
     )
     SELECT model, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS p50,
            percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds) AS p90 FROM (
       SELECT model, seconds, row_number() OVER (PARTITION BY model ORDER BY completed_at DESC) AS n
         FROM plan CROSS JOIN unnest($1::text[]) AS provider_id CROSS JOIN LATERAL (
           SELECT model, completed_at, extract(epoch FROM completed_at - submitted_at)::float8 AS seconds FROM requests
            WHERE state = 'succeeded' AND plan_id = plan.id AND provider = provider_id
            ORDER BY completed_at DESC LIMIT ${MODEL_JOBS}) AS latest
        WHERE plan.id NOT IN (SELECT id FROM plans WHERE type = 'restore')) AS numbered
      WHERE n <= ${SAMPLE} GROUP BY model HAVING count(*) >= ${LEAST_JOBS}`,
    [providers],
  );
  return new Map(rows.map(({ model, p50, p90 }) => [model, { p50, p90 }]));
}
