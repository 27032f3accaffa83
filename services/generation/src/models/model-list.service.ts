import { pricedChoices } from '@luit/contracts/generation/catalog/lowered-prices';
import type { ListedModel, RouteState } from '@luit/contracts/generation/model-editor';
import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import { operationsCalls } from '@luit/contracts/operations/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { firstIdAt } from '@luit/platform/database/first-id-at';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CostTable } from '../provider-costs/job-cost';
import { NOTHING, plus, sumsOf, type Total } from '../provider-costs/margin.service';
import { ProviderCostsService } from '../provider-costs/provider-costs.service';
import { HEALTHY, ProviderHealthService } from '../providers/provider-health.service';
import { readModels } from '../model-revisions/published-models';
import { toAdminModel } from './model-details';
import { lossOf } from './model-loss';

const DAY_MS = 24 * 3_600_000;
/** $1: the lowest id of the last day; $2: the provider of tests. */
const RECENT = `
  FROM requests WHERE id >= $1 AND provider <> $2 AND state NOT IN ('awaiting_payment', 'accepting', 'rejected')`;
/** Jobs that cost the same. The margin counts a job once billing has reported what was paid for it. */
const TOTALS = `
  SELECT model, provider, route_cost(model, revision, provider) AS cost, "colorModel", "colorProvider",
         route_cost("colorModel", revision_on("colorModel", submitted), "colorProvider") AS "colorCost", resolution, duration,
         to_char(submitted, 'YYYY-MM-DD') AS day, '' AS plan, accepted, succeeded, failed, jobs, credits, "revenueMicros",
         "gpuCurrency", "gpuMicros", "colorGpuCurrency", "colorGpuMicros"
    FROM (
  SELECT model, model_revision AS revision, provider, coalesce(color_model, '') AS "colorModel", coalesce(color_provider, '') AS "colorProvider", resolution,
         coalesce(duration, 0) AS duration, business_day(submitted_at) AS submitted,
         count(*)::int AS accepted, count(*) FILTER (WHERE state = 'succeeded')::int AS succeeded,
         count(*) FILTER (WHERE state = 'failed')::int AS failed, count(revenue_micros)::int AS jobs,
         coalesce(sum(revenue_credits), 0)::float8 AS credits, coalesce(sum(revenue_micros), 0)::float8 AS "revenueMicros",
         coalesce(gpu_currency, '') AS "gpuCurrency", coalesce(sum(gpu_micros), 0)::float8 AS "gpuMicros",
         coalesce(color_gpu_currency, '') AS "colorGpuCurrency",
         coalesce(sum(color_gpu_micros) FILTER (WHERE revenue_micros IS NOT NULL), 0)::float8 AS "colorGpuMicros"
  ${RECENT} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, "gpuCurrency", "colorGpuCurrency") AS recent`;
const ANSWERS = `
  SELECT DISTINCT ON (model, provider) model, provider, completed_at AS at, state = 'succeeded' AS succeeded,
         error_kind AS kind, error_code AS code
  ${RECENT} AND state IN ('succeeded', 'failed') ORDER BY model, provider, completed_at DESC`;
/** Failures that the route is not to blame for. */
const OF_THE_INPUT = ['moderation', 'privacy', 'invalid_input'];

type TotalRow = Total & { accepted: number; succeeded: number; failed: number };
type Answer = Omit<NonNullable<RouteState['lastAnswer']>, 'at'> & { model: string; provider: string; at: Date };

/** Models as operators see them in the list, with how they did in the last day. */
@Injectable()
export class ModelListService {
  constructor(
    private readonly database: DataSource,
    private readonly costs: ProviderCostsService,
    private readonly health: ProviderHealthService,
  ) {}

  @OnCall(operationsCalls.listAllModels)
  async list({ creditMicros }: RequestOf<typeof operationsCalls.listAllModels>): Promise<{ models: ListedModel[] }> {
    const recent = [firstIdAt(new Date(Date.now() - DAY_MS).toISOString()), TEST_PROVIDER];
    const [models, totals, answers, health, costs] = await Promise.all([
      readModels(this.database.manager),
      this.database.query<TotalRow[]>(TOTALS, recent),
      this.database.query<Answer[]>(ANSWERS, recent),
      this.health.read(this.database.manager),
      this.costs.current(),
    ]);
    return {
      models: models.map((model) => {
        const { id, entry } = model;
        const choices = pricedChoices(entry).map(({ credits }) => credits);
        return {
          ...toAdminModel(model),
          from: choices.length > 0 ? choices.reduce((least, credits) => Math.min(least, credits)) : null,
          lastDay: lastDayOf(
            totals.filter((total) => total.model === id),
            costs.table,
          ),
          loss: creditMicros === undefined ? null : lossOf(entry, costs, creditMicros),
          routes: entry.routes.map(({ provider }) => {
            const answer = answers.find((each) => each.model === id && each.provider === provider);
            return routeState(provider, health.get(provider) ?? HEALTHY, answer, model.missing.includes(provider));
          }),
        };
      }),
    };
  }
}

function lastDayOf(totals: TotalRow[], table: CostTable): ListedModel['lastDay'] {
  const counted = totals.filter(({ jobs }) => jobs > 0).map((total) => sumsOf(total, table, new Map()));
  const { revenueMicros, costMicros, unknownCostJobs } = counted.reduce(plus, NOTHING);
  const sum = (count: 'accepted' | 'succeeded' | 'failed') => totals.reduce((jobs, total) => jobs + total[count], 0);
  return {
    ...{ jobs: sum('accepted'), succeeded: sum('succeeded'), failed: sum('failed') },
    ...{ revenueMicros, costMicros, unknownCostJobs },
  };
}

function routeState(
  provider: string,
  health: typeof HEALTHY,
  answer: Answer | undefined,
  isMissing: boolean,
): RouteState {
  const isToBlame = answer !== undefined && !answer.succeeded && !OF_THE_INPUT.includes(answer.kind ?? '');
  return {
    provider,
    health: health.state,
    isStopped: health.isStopped,
    lastAnswer: answer
      ? { at: answer.at.toISOString(), succeeded: answer.succeeded, kind: answer.kind, code: answer.code }
      : null,
    isMissing,
    isFailing: isMissing || health.state === 'open' || health.isStopped || isToBlame,
  };
}
