import { choicesOf, refusalsOf, type Start } from '@luit/contracts/generation/catalog/choices';
import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import type { Choices, ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import { priceOf, rateOf } from '@luit/contracts/generation/catalog/prices';
import { generationCalls } from '@luit/contracts/generation/messages';
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
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import type { ModelRevision } from '../model-revisions/model-revisions';
import { ProviderSelectionService } from '../providers/provider-selection.service';
import { PlanEntity } from './plan.entity';

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
export const NO_COLOR_MODEL = 'Color restoration is not available.';
/** Upper bound on how long a replica shows and charges an old price. */
const CACHE_MS = 1_000;

@Injectable()
export class PlansService {
  private cached?: { readAt: number; offer: Promise<Offer> };

  constructor(
    private readonly database: DataSource,
    private readonly selection: ProviderSelectionService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  @OnCall(generationCalls.listPlans)
  async list(): Promise<PlanList> {
    const { plans, models } = await this.offer();
    const maker = sellerOf(models, 'video');
    const restorer = sellerOf(models, 'restore');
    return {
      plans: plans.flatMap((plan) => (isSoldBy(plan, maker) ? [toVideoPlan(plan, maker)] : [])),
      models: models
        .filter(makesVideos)
        .map((model) => ({ ...toVideoModel(model, maker), choices: this.choicesByStart(model) })),
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

  /** What the model takes for a start. Its preferred provider decides about a seed. */
  choicesOf({ id, entry }: Pick<ModelRevision, 'id' | 'entry'>, start: Start): Choices | undefined {
    const preferred = this.selection.preferred(id);
    const route = entry.routes.find(({ provider }) => provider === preferred);
    return choicesOf(entry, start, route);
  }

  choicesByStart(model: Pick<ModelRevision, 'id' | 'entry'>): VideoModel['choices'] {
    return { text: this.choicesOf(model, 'text') ?? null, image: this.choicesOf(model, 'image') ?? null };
  }

  /** The plans and models that are offered. They may be a second old. */
  offer(): Promise<Offer> {
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
  const values = type === 'video' ? { duration, resolution: quality } : { quality };
  return values as Pick<ParameterValues, 'duration' | 'resolution' | 'quality'>;
}

function makesVideos({ entry }: ModelRevision): boolean {
  return entry.output === 'video';
}

function isSupported(entry: ModelEntry, type: RequestType, plan: PlanEntity): boolean {
  if ((entry.output === 'restoration') !== (type === 'restore')) return false;
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

function toVideoModel(
  { id, entry, isDefault }: PublishedModel,
  maker: PublishedModel | undefined,
): Omit<VideoModel, 'choices'> {
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
