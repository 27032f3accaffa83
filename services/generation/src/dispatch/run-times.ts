import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import type { RequestEntity } from '../request-state/request.entity';

const SAMPLE = 20;
/** The first poll comes before the median run time; polling later would inflate the measured times. */
const FIRST_POLL_SHARE = 0.8;
/** Upper bound on the first poll, so that users see progress whatever the plan takes. */
const MAX_FIRST_POLL_MS = 10_000;
const CACHE_MS = 10_000;

/** Seconds from submission until the result was available. */
export interface MeasuredTimes {
  p50: number;
  p90: number;
}

/** Run times of jobs of a plan at a provider, measured on the latest ones. */
@Injectable()
export class RunTimes {
  private readonly cached = new Map<string, { readAt: number; times: MeasuredTimes }>();

  constructor(@Inject(CONFIG) private readonly config: GenerationConfig) {}

  /** Milliseconds from submission to the first poll of a task. */
  async firstPollMs(manager: EntityManager, { planId, provider }: RequestEntity): Promise<number> {
    const [{ median }] = (await manager.query(
      `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS median FROM (
         SELECT extract(epoch FROM collecting_at - submitted_at) * 1000 AS ms FROM requests
          WHERE state = 'succeeded' AND plan_id = $1 AND provider = $2
          ORDER BY completed_at DESC LIMIT ${SAMPLE}) AS latest`,
      [planId, provider],
    )) as [{ median: number | null }];
    if (median === null) return this.config.limits.firstPollMs;
    return Math.round(
      Math.min(Math.max(median * FIRST_POLL_SHARE, this.config.limits.pollIntervalMs / 2), MAX_FIRST_POLL_MS),
    );
  }

  /** Cached for 10 seconds. Null if no job of this plan has succeeded at this provider yet. */
  async measured(manager: EntityManager, planId: string, provider: string): Promise<MeasuredTimes | null> {
    const key = `${planId} ${provider}`;
    const cached = this.cached.get(key);
    if (cached && performance.now() - cached.readAt < CACHE_MS) return cached.times;
    const [{ p50, p90 }] = (await manager.query(
      `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS p50,
              percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds) AS p90 FROM (
         SELECT extract(epoch FROM completed_at - submitted_at)::float8 AS seconds FROM requests
          WHERE state = 'succeeded' AND plan_id = $1 AND provider = $2
          ORDER BY completed_at DESC LIMIT ${SAMPLE}) AS latest`,
      [planId, provider],
    )) as [{ p50: number | null; p90: number | null }];
    if (p50 === null || p90 === null) return null;
    const times = { p50, p90 };
    this.cached.set(key, { readAt: performance.now(), times });
    return times;
  }
}
