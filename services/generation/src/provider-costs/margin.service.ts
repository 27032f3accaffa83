import type { RouteCost } from '@luit/contracts/generation/catalog/model-routes';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { MarginReport, MarginRow, MarginSums, MissingCost } from '@luit/contracts/generation/provider-costs';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';
import { CostTable, type Task } from './job-cost';
import { ProviderCostsService } from './provider-costs.service';

/** Jobs that cost the same, such as a row of `margin_totals`. */
export interface Total {
  day: string;
  provider: string;
  model: string;
  cost: RouteCost | null;
  /** Both empty for jobs of one step. */
  colorModel: string;
  colorProvider: string;
  colorCost: RouteCost | null;
  plan: string;
  resolution: string;
  duration: number;
  jobs: number;
  credits: number;
  revenueMicros: number;
  /** Empty unless they ran at an instance with a cost per GPU second. */
  gpuCurrency: string;
  /** What their GPU seconds cost, in millionths of that currency. */
  gpuMicros: number;
  /** The same of the first of two steps. */
  colorGpuCurrency: string;
  colorGpuMicros: number;
}

export const NOTHING: MarginSums = { jobs: 0, credits: 0, revenueMicros: 0, costMicros: 0, unknownCostJobs: 0 };

/**
 * Compares captured credits with provider costs. Reads totals only, so its cost does not depend on the number of
 * jobs.
 */
@Injectable()
export class MarginService {
  constructor(
    private readonly database: DataSource,
    private readonly costs: ProviderCostsService,
    private readonly metrics: JobMetricsAggregator,
  ) {}

  @OnCall(generationCalls.getMargin)
  async read({ from, to, by }: RequestOf<typeof generationCalls.getMargin>): Promise<MarginReport> {
    await this.metrics.refresh();
    const [totals, uncounted, { prices, rates }] = await Promise.all([
      this.totals(from, to),
      this.uncounted(),
      this.costs.list(),
    ]);
    const table = new CostTable(prices, rates);
    const rows = new Map<string, MarginSums>();
    const missing = new Map<string, MissingCost>();
    let sums = NOTHING;
    for (const total of totals) {
      const added = sumsOf(total, table, missing);
      rows.set(total[by], plus(rows.get(total[by]) ?? NOTHING, added));
      sums = plus(sums, added);
    }
    return {
      start: from,
      end: to,
      by,
      rows: [...rows].map(([key, row]) => ({ key, ...row })).sort(by === 'day' ? newestFirst : largestFirst),
      totals: sums,
      missing: [...missing.values()],
      uncounted,
    };
  }

  private totals(from: string, to: string): Promise<Total[]> {
    return this.database.query<Total[]>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, provider, model, plan_id AS plan, resolution, duration,
              route_cost(model, revision, provider) AS cost, color_model AS "colorModel",
              color_provider AS "colorProvider", route_cost(color_model, revision_on(color_model, day), color_provider) AS "colorCost",
              jobs::float8 AS jobs, credits::float8 AS credits, revenue_micros::float8 AS "revenueMicros",
              gpu_currency AS "gpuCurrency", gpu_micros::float8 AS "gpuMicros",
              color_gpu_currency AS "colorGpuCurrency", color_gpu_micros::float8 AS "colorGpuMicros"
         FROM margin_totals WHERE day BETWEEN $1 AND $2 ORDER BY day, provider, model`,
      [from, to],
    );
  }

  private async uncounted(): Promise<number> {
    const [{ jobs }] = (await this.database.query(`SELECT count(*)::int AS jobs FROM margin_dues`)) as [
      { jobs: number },
    ];
    return jobs;
  }
}

/** The sums of jobs that cost the same. Adds the data that is missing to compute their cost. */
export function sumsOf(total: Total, table: CostTable, missing: Map<string, MissingCost>): MarginSums {
  const { jobs, credits, revenueMicros, day, provider, model, resolution, colorModel } = total;
  const task: Task = { day, provider, model, resolution, duration: total.duration || null, cost: total.cost };
  const first = { ...task, provider: total.colorProvider, model: colorModel, cost: total.colorCost };
  const steps = [
    { task, gpu: gpuOf(total.gpuCurrency, total.gpuMicros) },
    ...(colorModel === '' ? [] : [{ task: first, gpu: gpuOf(total.colorGpuCurrency, total.colorGpuMicros) }]),
  ];
  let micros = 0n;
  let isKnown = true;
  for (const step of steps) {
    const cost = table.costOfAll(step.task, jobs, step.gpu);
    if ('micros' in cost) micros += cost.micros;
    else {
      isKnown = false;
      const of = { provider: step.task.provider, model: step.task.model };
      const what = { what: cost.missing, ...of, resolution, currency: cost.currency };
      const key = JSON.stringify(what);
      const known = missing.get(key);
      missing.set(key, { ...what, from: known?.from ?? day, jobs: (known?.jobs ?? 0) + jobs });
    }
  }
  const costMicros = isKnown ? Number(micros) : 0;
  return { jobs, credits, revenueMicros, costMicros, unknownCostJobs: isKnown ? 0 : jobs };
}

function gpuOf(currency: string, micros: number) {
  return currency === '' ? null : { micros: BigInt(micros), currency };
}

export function plus(a: MarginSums, b: MarginSums): MarginSums {
  return {
    jobs: a.jobs + b.jobs,
    credits: a.credits + b.credits,
    revenueMicros: a.revenueMicros + b.revenueMicros,
    costMicros: a.costMicros + b.costMicros,
    unknownCostJobs: a.unknownCostJobs + b.unknownCostJobs,
  };
}

const newestFirst = (a: MarginRow, b: MarginRow) => b.key.localeCompare(a.key);
const largestFirst = (a: MarginRow, b: MarginRow) => b.revenueMicros - a.revenueMicros || a.key.localeCompare(b.key);
