import { videoCredits } from '@luit/contracts/billing/prices';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type {
  PlanList,
  RequestType,
  RestoreOptions,
  RestorePlan,
  VideoModel,
  VideoPlan,
} from '@luit/contracts/generation/plans';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { toEntity } from '../database-rows';
import { ModelEntity } from './model.entity';
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
  model: ModelEntity;
  credits: number;
}

const OFFERED = `
  SELECT (SELECT coalesce(jsonb_agg(plan ORDER BY position), '[]') FROM plans AS plan WHERE is_active) AS plans,
         (SELECT coalesce(jsonb_agg(model ORDER BY position), '[]') FROM models AS model WHERE is_active) AS models`;
const DEFAULT_QUALITY = '480p';
const NO_COLOR_MODEL = 'Color restoration is not available.';
/** Upper bound on how long a replica shows and charges an old price. */
const CACHE_MS = 1_000;

@Injectable()
export class PlansService {
  private cached?: { readAt: number; prices: Promise<{ plans: PlanEntity[]; models: ModelEntity[] }> };

  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  @OnCall(generationCalls.listPlans)
  async list(): Promise<PlanList> {
    const { plans, models } = await this.prices();
    const restorer = models.find((model) => serves(model, 'restore'));
    return {
      plans: plans.filter(({ type }) => type === 'video').map(toVideoPlan),
      models: models.filter(makesVideos).map(toVideoModel),
      restorePlans: restorer
        ? plans.filter(({ type }) => type === 'restore').map((plan) => toRestorePlan(plan, restorer))
        : [],
      ...(restorer && { restoreModel: restorer.id }),
      colorRestorationRefusal: this.config.colorModel === null ? NO_COLOR_MODEL : null,
    };
  }

  /** The models that make videos, in their order on the screen. */
  async videoModels(): Promise<ModelEntity[]> {
    return (await this.prices()).models.filter(makesVideos);
  }

  /**
   * The plan, model and price of the given options. The default plan is the 480p plan of that length, or the plan of the restoration's
   * quality.
   *
   * @throws LuitError `validation_failed` naming the field, or `unsupported_combination`
   */
  async quote(options: GenerationOptions): Promise<Quote> {
    const { plans, models } = await this.prices();
    const isRestore = options.type === 'restore';
    const plan = isRestore ? restorePlan(plans, options) : videoPlan(plans, options);
    const isDefault = (model: ModelEntity) => (isRestore ? serves(model, 'restore') : model.isDefault);
    const model = options.model ? models.find(({ id }) => id === options.model) : models.find(isDefault);
    if (!model) throw invalid('model', 'This model is not available');
    // A video that continues another one starts with an image: the last frame.
    const type = options.extendOf ? 'image_video' : options.type;
    if (!isSupported(model, type, plan)) {
      throw new LuitError('unsupported_combination', `${model.name} does not support this combination`, {
        details: { model: model.id, type, duration: plan.duration, resolution: plan.quality },
      });
    }
    if (options.restore?.colorRestoration && this.config.colorModel === null) {
      throw new LuitError('unsupported_combination', NO_COLOR_MODEL, { details: { colorRestoration: NO_COLOR_MODEL } });
    }
    return { plan, model, credits: videoCredits(plan.credits, model.factorPermille) };
  }

  private prices(): Promise<{ plans: PlanEntity[]; models: ModelEntity[] }> {
    const now = performance.now();
    if (!this.cached || now - this.cached.readAt > CACHE_MS) {
      const prices = this.read();
      const entry = { readAt: now, prices };
      this.cached = entry;
      prices.catch(() => {
        if (this.cached === entry) this.cached = undefined;
      });
    }
    return this.cached.prices;
  }

  private async read(): Promise<{ plans: PlanEntity[]; models: ModelEntity[] }> {
    const [offered] = (await this.database.query(OFFERED)) as [Record<'plans' | 'models', Record<string, unknown>[]>];
    return {
      plans: offered.plans.map((columns) => toEntity(this.database, PlanEntity, columns)),
      models: offered.models.map((columns) => toEntity(this.database, ModelEntity, columns)),
    };
  }
}

function serves(model: ModelEntity, type: RequestType): boolean {
  return model.supports.some((supported) => supported.type === type);
}

function makesVideos(model: ModelEntity): boolean {
  return serves(model, 'video') || serves(model, 'image_video');
}

function isSupported(model: ModelEntity, type: RequestType, { duration, quality }: PlanEntity): boolean {
  return model.supports.some(
    (supported) =>
      supported.type === type &&
      supported.resolutions.includes(quality) &&
      (duration === null || supported.durations.includes(duration)),
  );
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

function toVideoPlan({ id, name, duration, credits, quality, isPopular, description }: PlanEntity): VideoPlan {
  // CHECK constraints of the table guarantee these types for videos.
  const video = { duration, quality } as Pick<VideoPlan, 'duration' | 'quality'>;
  return { id, name, ...video, credits, popular: isPopular, description };
}

function toRestorePlan({ id, quality, credits }: PlanEntity, { factorPermille }: ModelEntity): RestorePlan {
  return { id, quality: quality as RestorePlan['quality'], credits: videoCredits(credits, factorPermille) };
}

function toVideoModel({ id, name, factorPermille, supports, isDefault }: ModelEntity): VideoModel {
  return { id, name, factor: factorPermille / 1_000, supports, isDefault };
}
