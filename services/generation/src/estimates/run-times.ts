import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import type { RequestEntity } from '../request-state/request.entity';

const SAMPLE = 20;
/** The first poll comes before the median run time; polling later would inflate the measured times. */
const FIRST_POLL_SHARE = 0.8;
/** The same where the provider calls back when a task ends, so that polls only show progress and replace a lost callback. */
const FIRST_POLL_SHARE_WITH_CALLBACKS = 1.5;
/** Upper bound on the first poll, so that users see progress whatever the plan takes. */
const MAX_FIRST_POLL_MS = 10_000;
const CACHE_MS = 10_000;

/** Seconds from submission until the result was available. */
export interface MeasuredTimes {
  p50: number;
  p90: number;
}

/** What is measured of a plan at a provider. */
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

  /** A job succeeded: whatever is cached as not measured is measured now. */
  measuredFirst({ planId, provider }: RequestEntity): void {
    const key = keyOf(planId, provider);
    if (this.cached.get(key)?.measured.times === null) this.cached.delete(key);
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
