import { LuitError } from '@luit/contracts/errors';
import { choicesOf, refusalsOf } from '@luit/contracts/generation/catalog/choices';
import { isOfferedAt, modelRetired, replacementOf, stateAt } from '@luit/contracts/generation/catalog/lifecycle';
import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { priceOf, rateOf } from '@luit/contracts/generation/catalog/prices';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { Deprecation, RetiredModel } from '@luit/contracts/generation/models';
import type {
  PlanList,
  RequestType,
  RestoreOptions,
  RestorePlan,
  RestoreQuality,
  VideoModel,
  VideoPlan,
} from '@luit/contracts/generation/plans';
import { OnCall } from '@luit/platform/calls/on-call';
import { columnsOf } from '@luit/platform/database/columns-of';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { type ModelRevision, ModelRevisions } from '../model-revisions/model-revisions';
import { type PublishedModel, PublishedModels, readModels } from '../model-revisions/published-models';
import { PlanEntity } from './plan.entity';

export interface GenerationOptions {
  type: RequestType;
  /** Seconds; videos only. */
  duration?: number;
  /** Restorations only. */
  restore?: RestoreOptions;
  planId?: string;
  model?: string;
  /** The video that this one continues. */
  extendOf?: string;
  /** The request that this one repeats. */
  retryOf?: string;
}

export interface Quote {
  plan: PlanEntity;
  model: ModelRevision;
  credits: number;
}

/** A model that can be used, and what is said about it if it will retire. */
interface OfferedRevision extends PublishedModel {
  deprecation: Deprecation | undefined;
}

interface CurrentOffer {
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
const DEFAULT_QUALITY = '480p';
const NOT_AVAILABLE = 'This model is not available';
const NO_COLOR_MODEL = 'Color restoration is not available.';
/** Upper bound on how long a replica sells a plan that was withdrawn. */
const CACHE_MS = 1_000;

@Injectable()
export class PlansService {
  private cached?: { readAt: number; plans: Promise<PlanEntity[]> };

  constructor(
    private readonly database: DataSource,
    private readonly published: PublishedModels,
    private readonly revisions: ModelRevisions,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  @OnCall(generationCalls.listPlans)
  async list(): Promise<PlanList> {
    const { plans, models, retired } = await this.offer();
    const maker = sellerOf(models, 'video');
    const restorer = sellerOf(models, 'restore');
    return {
      plans: plans.flatMap((plan) => (isSoldBy(plan, maker) ? [toVideoPlan(plan, maker)] : [])),
      models: models.filter(makesVideos).map((model) => toVideoModel(model, maker)),
      retired,
      restorePlans: plans.flatMap((plan) => (isSoldBy(plan, restorer) ? [toRestorePlan(plan, restorer)] : [])),
      ...(restorer && { restoreModel: restorer.id }),
      colorRestorationRefusal: this.colorizes(models) ? null : NO_COLOR_MODEL,
    };
  }

  /** The models that make videos, in their order on the screen, and the one whose prices the plans have. */
  async videoModels(): Promise<{ models: OfferedRevision[]; maker: OfferedRevision | undefined }> {
    const { models } = await this.offer();
    return { models: models.filter(makesVideos), maker: sellerOf(models, 'video') };
  }

  /**
   * The plan, model and price of the given options. The default plan is the 480p plan of that length, or the plan of the restoration's
   * quality.
   *
   * @throws LuitError `validation_failed` naming the field, `model_retired` with the replacement, or `unsupported_combination`
   */
  async quote(options: GenerationOptions): Promise<Quote> {
    const offer = await this.offer();
    const { plans, models } = offer;
    const isRestore = options.type === 'restore';
    const model = options.model
      ? await this.chosenModel(offer, options.model, options.retryOf)
      : sellerOf(models, isRestore ? 'restore' : 'video');
    if (!model) throw invalid('model', NOT_AVAILABLE);
    const plan = isRestore ? restorePlan(plans, options) : videoPlan(plans, options);
    // A video that continues another one starts with an image: the last frame.
    const type = options.extendOf ? 'image_video' : options.type;
    if (!isSupported(model.entry, type, plan)) {
      throw new LuitError('unsupported_combination', `${model.entry.name} does not support this combination`, {
        details: { model: model.id, type, duration: plan.duration, resolution: plan.quality },
      });
    }
    if (options.restore?.colorRestoration && !this.colorizes(models)) {
      throw new LuitError('unsupported_combination', NO_COLOR_MODEL, { details: { colorRestoration: NO_COLOR_MODEL } });
    }
    return { plan, model, credits: creditsOf(plan, model) };
  }

  /** A request that is repeated keeps its model after the retirement, with the revision and the price of that time. */
  private async chosenModel(
    { models, retired }: CurrentOffer,
    id: string,
    retryOf: string | undefined,
  ): Promise<ModelRevision> {
    const offered = models.find((each) => each.id === id && each.entry.price);
    if (offered) return offered;
    const found = retired.find((each) => each.id === id);
    if (!found) throw invalid('model', NOT_AVAILABLE);
    const earlier = retryOf === undefined ? undefined : await this.revisionOf(retryOf, id);
    if (!earlier) throw modelRetired(found);
    return earlier;
  }

  private async revisionOf(requestId: string, id: string): Promise<ModelRevision | undefined> {
    const [row] = await this.database.query<{ revision: number }[]>(
      `SELECT model_revision AS revision FROM requests WHERE id = $1 AND model = $2`,
      [requestId, id],
    );
    const entry = row && (await this.revisions.entryOf(id, row.revision));
    return entry && { id, revision: row.revision, entry };
  }

  private colorizes(models: ModelRevision[]): boolean {
    return models.some(({ id }) => id === this.config.colorModel);
  }

  /** The plans, and the models that can be used now. A model without a working route is not offered. */
  private async offer(): Promise<CurrentOffer> {
    const [plans, published] = await Promise.all([this.activePlans(), this.published.all()]);
    const now = new Date();
    const entries = published.map(({ entry }) => entry);
    const isUsable = (model: PublishedModel) => isOfferedAt(model.entry, now) && this.published.isWorking(model);
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

  private activePlans(): Promise<PlanEntity[]> {
    const now = performance.now();
    if (!this.cached || now - this.cached.readAt > CACHE_MS) {
      const cached = { readAt: now, plans: readPlans(this.database.manager) };
      this.cached = cached;
      cached.plans.catch(() => {
        if (this.cached === cached) this.cached = undefined;
      });
    }
    return this.cached.plans;
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

/** The model whose prices the plans of a type have. */
export function sellerOf<Model extends PublishedModel>(models: Model[], type: PlanEntity['type']): Model | undefined {
  return models.find(({ entry, isDefault }) => (type === 'video' ? isDefault : entry.output === 'restoration'));
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
  return type === 'video' ? { duration: duration!, resolution: quality } : { quality };
}

function makesVideos({ entry }: ModelRevision): boolean {
  return entry.output === 'video';
}

function isSupported(entry: ModelEntry, type: RequestType, plan: PlanEntity): boolean {
  if ((entry.output === 'restoration') !== (type === 'restore')) return false;
  const start = type === 'video' ? 'text' : 'image';
  return refusalsOf(choicesOf(entry, start, undefined), { start, values: pricedValues(plan) }).length === 0;
}

function videoPlan(plans: PlanEntity[], { planId, duration }: GenerationOptions): PlanEntity {
  const videos = plans.filter(({ type }) => type === 'video');
  const plan = planId
    ? videos.find(({ id }) => id === planId)
    : videos.find((each) => each.duration === duration && each.quality === DEFAULT_QUALITY);
  if (!plan) throw invalid(planId ? 'planId' : 'duration', 'Please select a video duration plan');
  if (plan.duration !== duration) throw invalid('duration', 'The duration does not match the plan');
  return plan;
}

function restorePlan(plans: PlanEntity[], { restore }: GenerationOptions): PlanEntity {
  const plan = plans.find(({ type, quality }) => type === 'restore' && quality === restore?.quality);
  if (!plan) throw invalid('quality', 'This quality is not available');
  return plan;
}

function invalid(field: string, text: string): LuitError {
  return new LuitError('validation_failed', text, { details: { [field]: text } });
}

function toVideoPlan(plan: PlanEntity, maker: ModelRevision): VideoPlan {
  const { id, name, duration, quality, isPopular, description } = plan;
  const video = { duration, quality } as Pick<VideoPlan, 'duration' | 'quality'>;
  return { id, name, ...video, credits: creditsOf(plan, maker), popular: isPopular, description };
}

function toRestorePlan(plan: PlanEntity, restorer: ModelRevision): RestorePlan {
  return { id: plan.id, quality: plan.quality as RestoreQuality, credits: creditsOf(plan, restorer) };
}

function toVideoModel(
  { id, entry, isDefault, deprecation }: OfferedRevision,
  maker: ModelRevision | undefined,
): VideoModel {
  const { name, price, starts, parameters } = entry;
  const durations = valuesOf(parameters.duration!).map(Number);
  const types = [...(starts.text ? (['video'] as const) : []), ...(starts.image ? (['image_video'] as const) : [])];
  return {
    id,
    name,
    factor: factorOf(entry, maker?.entry),
    price: price!,
    supports: types.map((type) => ({ type, durations, resolutions: parameters.resolution!.values })),
    isDefault,
    ...(deprecation && { deprecation }),
  };
}

/** How much more a model costs than the one of the plans, by the first resolution that both make; rounded to thousandths. */
export function factorOf({ price, parameters }: ModelEntry, maker: ModelEntry | undefined): number {
  const shared = parameters.resolution?.values.find((value) => maker?.parameters.resolution?.values.includes(value));
  const [own, others] = [price, maker?.price].map((each) => each && rateOf(each, { resolution: shared }));
  return own && others ? Math.round((own / others) * 1_000) / 1_000 : 1;
}
