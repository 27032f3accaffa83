import { LuitError } from '@luit/contracts/errors';
import { choicesOf, refusalsOf } from '@luit/contracts/generation/catalog/choices';
import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { priceOf, rateOf } from '@luit/contracts/generation/catalog/prices';
import { generationCalls } from '@luit/contracts/generation/messages';
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
import type { ModelRevision } from '../model-revisions/model-revisions';
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
}

export interface Quote {
  plan: PlanEntity;
  model: ModelRevision;
  credits: number;
}

/** A published model. The default one makes the videos of the plans. */
export interface PublishedModel extends ModelRevision {
  isDefault: boolean;
}

/** What is sold: plans, and models with what they cost. */
export interface Offer {
  plans: PlanEntity[];
  models: PublishedModel[];
}

const OFFERED = `
  SELECT (SELECT coalesce(jsonb_agg(plan ORDER BY position), '[]')
            FROM (SELECT ${columnsOf(PlanEntity)} FROM plans WHERE is_active) AS plan) AS plans,
         (SELECT coalesce(jsonb_agg(jsonb_build_object(
                   'id', id, 'revision', revision, 'entry', entry, 'isDefault', is_default) ORDER BY position), '[]')
            FROM published_models WHERE entry ->> 'state' IN ('live', 'deprecated')) AS models`;
const DEFAULT_QUALITY = '480p';
const NO_COLOR_MODEL = 'Color restoration is not available.';
/** Upper bound on how long a replica shows and charges an old price. */
const CACHE_MS = 1_000;

@Injectable()
export class PlansService {
  private cached?: { readAt: number; offer: Promise<Offer> };

  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  @OnCall(generationCalls.listPlans)
  async list(): Promise<PlanList> {
    const { plans, models } = await this.offer();
    const maker = sellerOf(models, 'video');
    const restorer = sellerOf(models, 'restore');
    return {
      plans: plans.flatMap((plan) => (isSoldBy(plan, maker) ? [toVideoPlan(plan, maker)] : [])),
      models: models.filter(makesVideos).map((model) => toVideoModel(model, maker)),
      restorePlans: plans.flatMap((plan) => (isSoldBy(plan, restorer) ? [toRestorePlan(plan, restorer)] : [])),
      ...(restorer && { restoreModel: restorer.id }),
      colorRestorationRefusal: this.config.colorModel === null ? NO_COLOR_MODEL : null,
    };
  }

  /** The models that make videos, in their order on the screen, and the one whose prices the plans have. */
  async videoModels(): Promise<{ models: PublishedModel[]; maker: PublishedModel | undefined }> {
    const { models } = await this.offer();
    return { models: models.filter(makesVideos), maker: sellerOf(models, 'video') };
  }

  /**
   * The plan, model and price of the given options. The default plan is the 480p plan of that length, or the plan of the restoration's
   * quality.
   *
   * @throws LuitError `validation_failed` naming the field, or `unsupported_combination`
   */
  async quote(options: GenerationOptions): Promise<Quote> {
    const { plans, models } = await this.offer();
    const isRestore = options.type === 'restore';
    const plan = isRestore ? restorePlan(plans, options) : videoPlan(plans, options);
    const model = options.model
      ? models.find(({ id, entry }) => id === options.model && entry.price)
      : sellerOf(models, isRestore ? 'restore' : 'video');
    if (!model) throw invalid('model', 'This model is not available');
    // A video that continues another one starts with an image: the last frame.
    const type = options.extendOf ? 'image_video' : options.type;
    if (!isSupported(model.entry, type, plan)) {
      throw new LuitError('unsupported_combination', `${model.entry.name} does not support this combination`, {
        details: { model: model.id, type, duration: plan.duration, resolution: plan.quality },
      });
    }
    if (options.restore?.colorRestoration && this.config.colorModel === null) {
      throw new LuitError('unsupported_combination', NO_COLOR_MODEL, { details: { colorRestoration: NO_COLOR_MODEL } });
    }
    return { plan, model, credits: creditsOf(plan, model) };
  }

  private offer(): Promise<Offer> {
    const now = performance.now();
    if (!this.cached || now - this.cached.readAt > CACHE_MS) {
      const offer = readOffer(this.database.manager);
      const entry = { readAt: now, offer };
      this.cached = entry;
      offer.catch(() => {
        if (this.cached === entry) this.cached = undefined;
      });
    }
    return this.cached.offer;
  }
}

/** The plans and models that are offered now. */
export async function readOffer(manager: EntityManager): Promise<Offer> {
  const [offer] = await manager.query<[Offer]>(OFFERED);
  return offer;
}

/** The model whose prices the plans of a type have. */
export function sellerOf(models: PublishedModel[], type: PlanEntity['type']): PublishedModel | undefined {
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

function toVideoModel({ id, entry, isDefault }: PublishedModel, maker: PublishedModel | undefined): VideoModel {
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
  };
}

/** How much more a model costs than the one of the plans, by the first resolution that both make; rounded to thousandths. */
export function factorOf({ price, parameters }: ModelEntry, maker: ModelEntry | undefined): number {
  const shared = parameters.resolution?.values.find((value) => maker?.parameters.resolution?.values.includes(value));
  const [own, others] = [price, maker?.price].map((each) => each && rateOf(each, { resolution: shared }));
  return own && others ? Math.round((own / others) * 1_000) / 1_000 : 1;
}
