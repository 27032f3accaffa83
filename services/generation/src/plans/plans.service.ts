import { choicesOf, refusalsOf, type Start } from '@luit/contracts/generation/catalog/choices';
import {
  type Deprecation,
  isOfferedAt,
  replacementOf,
  type RetiredModel,
  stateAt,
} from '@luit/contracts/generation/catalog/lifecycle';
import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import type { Choices, ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import { priceOf, rateOf } from '@luit/contracts/generation/catalog/prices';
import { generationCalls } from '@luit/contracts/generation/messages';
import { OUTPUT_OF, type RequestOutput } from '@luit/contracts/generation/outputs';
import type {
  PlanList,
  RequestType,
  RestorePlan,
  RestoreQuality,
  VideoModel,
  VideoPlan,
} from '@luit/contracts/generation/plans';
import { OnCall } from '@luit/platform/calls/on-call';
import { columnsOf } from '@luit/platform/database/columns-of';
import { RecentValue } from '@luit/platform/scheduling/recent-value';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import type { ModelRevision } from '../model-revisions/model-revisions';
import { type PublishedModel, PublishedModels, readModels } from '../model-revisions/published-models';
import { PlanEntity } from './plan.entity';

/** A model that can be used, and what is said about it if it will retire. */
export interface OfferedRevision extends PublishedModel {
  deprecation: Deprecation | undefined;
}

export interface CurrentOffer {
  plans: PlanEntity[];
  models: OfferedRevision[];
  retired: RetiredModel[];
}

/** What is sold: plans, and models with what they cost. */
export interface Offer {
  plans: PlanEntity[];
  models: PublishedModel[];
}

const READ_PLANS = `SELECT ${columnsOf(PlanEntity)} FROM plans WHERE is_active ORDER BY position`;
export const NO_COLOR_MODEL = 'Color restoration is not available.';
/** Upper bound on how long a replica sells a plan that was withdrawn. */
const CACHE_MS = 1_000;

@Injectable()
export class PlansService {
  private readonly plans = new RecentValue<PlanEntity[]>(CACHE_MS);

  constructor(
    private readonly database: DataSource,
    private readonly published: PublishedModels,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  @OnCall(generationCalls.listPlans)
  async list(): Promise<PlanList> {
    const { plans, models, retired } = await this.offer();
    const maker = sellerOf(models, 'video');
    const restorer = sellerOf(models, 'restoration');
    return {
      plans: plans.flatMap((plan) => (isSoldBy(plan, maker) ? [toVideoPlan(plan, maker)] : [])),
      models: models
        .filter(makesVideos)
        .map((model) => ({ ...toVideoModel(model, maker), choices: this.choicesByStart(model) })),
      imageModels: models
        .filter(({ entry }) => entry.output === 'image')
        .map((model, i) => ({ ...facts(model), choices: this.choicesByStart(model), isDefault: i === 0 })),
      retired,
      restorePlans: plans.flatMap((plan) => (isSoldBy(plan, restorer) ? [toRestorePlan(plan, restorer)] : [])),
      ...(restorer && { restoreModel: restorer.id }),
      colorRestorationRefusal: this.colorizes(models) ? null : NO_COLOR_MODEL,
    };
  }

  /** What the model takes for a start. Its preferred provider decides about a seed. */
  choicesOf(model: PublishedModel, start: Start): Choices | undefined {
    const [preferred] = this.published.workingProviders(model);
    const route = model.entry.routes.find(({ provider }) => provider === preferred);
    return choicesOf(model.entry, start, route);
  }

  choicesByStart(model: PublishedModel): VideoModel['choices'] {
    return { text: this.choicesOf(model, 'text') ?? null, image: this.choicesOf(model, 'image') ?? null };
  }

  /** Whether restorations can have color. */
  colorizes(models: ModelRevision[]): boolean {
    return models.some(({ id }) => id === this.config.colorModel);
  }

  /** The plans, and the models that can be used now. A model without a working route is not offered. */
  async offer(): Promise<CurrentOffer> {
    const [plans, published] = await Promise.all([
      this.plans.get(() => readPlans(this.database.manager)),
      this.published.all(),
    ]);
    const now = new Date();
    const entries = published.map(({ entry }) => entry);
    const isUsable = (model: PublishedModel) =>
      isOfferedAt(model.entry, now) && this.published.workingProviders(model).length > 0;
    return {
      plans,
      models: published
        .filter(isUsable)
        .map((model) => ({ ...model, deprecation: deprecationOf(model, entries, now) })),
      retired: entries
        .filter((entry) => stateAt(entry, now) === 'retired')
        .map((entry) => ({
          ...{ id: entry.id, name: entry.name },
          replacement: replacementOf(entry, entries, now)?.id ?? null,
        })),
    };
  }
}

/** The plans and models that are offered at a time by what is published now. Whether their routes work is left out. */
export async function readOffer(manager: EntityManager, at = new Date()): Promise<Offer> {
  const plans = await readPlans(manager);
  const models = await readModels(manager);
  return { plans, models: models.filter(({ entry }) => isOfferedAt(entry, at)) };
}

function readPlans(manager: EntityManager): Promise<PlanEntity[]> {
  return manager.query<PlanEntity[]>(READ_PLANS);
}

function deprecationOf(
  { entry, deprecatedSince }: PublishedModel,
  entries: ModelEntry[],
  now: Date,
): Deprecation | undefined {
  const { state, endsAt } = entry;
  if (state !== 'deprecated' || !endsAt || !deprecatedSince) return undefined;
  const replacement = replacementOf(entry, entries, now)?.id ?? null;
  return { since: deprecatedSince.toISOString(), endsAt, replacement };
}

/** The model that is used if none is chosen; plans have its prices. */
export function sellerOf<Model extends PublishedModel>(models: Model[], output: RequestOutput): Model | undefined {
  return models.find(({ entry, isDefault }) => (output === 'video' ? isDefault : entry.output === output));
}

/** Credits of a plan with a model that sells it. */
export function creditsOf(plan: PlanEntity, { entry }: ModelRevision): number {
  return priceOf(entry.price!, pricedValues(plan));
}

export function isSoldBy<Model extends ModelRevision>(plan: PlanEntity, model: Model | undefined): model is Model {
  const types = plan.type === 'video' ? (['video', 'image_video'] as const) : (['restore'] as const);
  return model !== undefined && types.some((type) => isSupported(model.entry, type, plan));
}

export function pricedValues({ type, duration, quality }: PlanEntity) {
  const values = type === 'video' ? { duration, resolution: quality } : { quality };
  return values as Pick<ParameterValues, 'duration' | 'resolution' | 'quality'>;
}

function makesVideos({ entry }: ModelRevision): boolean {
  return entry.output === 'video';
}

function isSupported(entry: ModelEntry, type: RequestType, plan: PlanEntity): boolean {
  if (entry.output !== OUTPUT_OF[type]) return false;
  const start = type === 'video' ? 'text' : 'image';
  return refusalsOf(choicesOf(entry, start, undefined), { start, values: pricedValues(plan) }).length === 0;
}

function toVideoPlan(plan: PlanEntity, maker: ModelRevision): VideoPlan {
  const { id, name, duration, quality, isPopular, description } = plan;
  const video = { duration: duration!, quality: quality as VideoPlan['quality'] };
  return { id, name, ...video, credits: creditsOf(plan, maker), popular: isPopular, description };
}

function toRestorePlan(plan: PlanEntity, restorer: ModelRevision): RestorePlan {
  return { id: plan.id, quality: plan.quality as RestoreQuality, credits: creditsOf(plan, restorer) };
}

function facts({ id, entry, deprecation }: OfferedRevision) {
  return { id, name: entry.name, price: entry.price!, ...(deprecation && { deprecation }) };
}

function toVideoModel(model: OfferedRevision, maker: ModelRevision | undefined): Omit<VideoModel, 'choices'> {
  const { entry, isDefault } = model;
  const { starts, parameters } = entry;
  const durations = valuesOf(parameters.duration!).map(Number);
  const types = [...(starts.text ? (['video'] as const) : []), ...(starts.image ? (['image_video'] as const) : [])];
  return {
    ...facts(model),
    factor: factorOf(entry, maker?.entry),
    supports: types.map((type) => ({ type, durations, resolutions: parameters.resolution!.values })),
    isDefault,
  };
}

/** How much more a model costs than the one of the plans, by the first resolution that both make; rounded to thousandths. */
export function factorOf({ price, parameters }: ModelEntry, maker: ModelEntry | undefined): number {
  const shared = parameters.resolution?.values.find((value) => maker?.parameters.resolution?.values.includes(value));
  const [own, others] = [price, maker?.price].map((each) => each && rateOf(each, { resolution: shared }));
  return own && others ? Math.round((own / others) * 1_000) / 1_000 : 1;
}
