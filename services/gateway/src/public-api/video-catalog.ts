import { LuitError } from '@luit/contracts/errors';
import { modelRetired } from '@luit/contracts/generation/catalog/lifecycle';
import { priceOf } from '@luit/contracts/generation/catalog/prices';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { Deprecation } from '@luit/contracts/generation/models';
import type { PlanList, RestorePlan, VideoModel, VideoPlan } from '@luit/contracts/generation/plans';
import { type Quality, type Ratio, SIZES, VIDEO_SIZES } from '@luit/contracts/http/video-sizes';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';

const DEFAULT_QUALITY: Quality = '480p';
const DEFAULT_SECONDS = '5';
/** A replica of generation may show an old price for as long, milliseconds. */
const CACHE_MS = 1_000;

export interface VideoChoice {
  model?: string;
  /** Whole seconds as text. */
  seconds?: string;
  size?: string;
  /** True if the video starts with an image. */
  hasImage: boolean;
}

/** The meaning of a choice for generation, and its price. */
export interface VideoOffer {
  modelId: string;
  plan: VideoPlan;
  /** Undefined without a size: then the model decides. */
  aspectRatio: Ratio | undefined;
  credits: number;
}

type Offers = Pick<PlanList, 'plans' | 'models' | 'retired' | 'restorePlans' | 'restoreModel'>;

/** The models and plans of generation by the names of the public API: seconds and sizes. */
@Injectable()
export class VideoCatalog {
  private cached?: { readAt: number; offers: Promise<Offers> };

  constructor(private readonly calls: CallClient) {}

  /** @throws LuitError `validation_failed` with the field, `model_retired`, `unsupported_combination` */
  async offer(choice: VideoChoice): Promise<VideoOffer> {
    const { model: modelId, seconds = DEFAULT_SECONDS, hasImage } = choice;
    const { models } = await this.offers();
    const model = models.find(({ id, isDefault }) => (modelId === undefined ? isDefault : id === modelId));
    await this.assertNotRetired(modelId);
    if (!model) throw invalid('model', `This model is not available. GET /v1/models lists those that are.`);
    const { plan, aspectRatio } = await this.variant(choice);
    const type = hasImage ? 'image_video' : 'video';
    if (!makes(model, plan, type)) {
      throw new LuitError('unsupported_combination', `${model.name} does not support this combination`, {
        details: { model: model.id, type, seconds, resolution: plan.quality },
      });
    }
    return { modelId: model.id, plan, aspectRatio, credits: creditsOf(plan, model) };
  }

  /**
   * What a new video asks generation for. A retired model passes, because the request may repeat one that was accepted before.
   *
   * @throws LuitError as for `offer`
   */
  async newVideo(choice: VideoChoice): Promise<Omit<VideoOffer, 'credits'>> {
    const { retired } = await this.offers();
    const found = retired.find(({ id }) => id === choice.model);
    return found ? { modelId: found.id, ...(await this.variant(choice)) } : this.offer(choice);
  }

  /** @throws LuitError `model_retired` with the replacement */
  async assertNotRetired(id: string | undefined): Promise<void> {
    const { retired } = await this.offers();
    const found = retired.find((model) => model.id === id);
    if (found) throw modelRetired(found);
  }

  /** What is said about a model that will retire; undefined for others. */
  async deprecationOf(id: string): Promise<Deprecation | undefined> {
    const { models } = await this.offers();
    return models.find((model) => model.id === id)?.deprecation;
  }

  /** Every combination of a model, a length and a resolution. */
  async combinations(): Promise<
    { model: VideoModel; plan: VideoPlan; credits: number; sizes: string[]; types: string[] }[]
  > {
    const { plans, models } = await this.offers();
    return models.flatMap((model) =>
      plans.flatMap((plan) => {
        const types = (['video', 'image_video'] as const).filter((type) => makes(model, plan, type));
        if (types.length === 0) return [];
        return [{ model, plan, credits: creditsOf(plan, model), sizes: Object.values(SIZES[plan.quality]), types }];
      }),
    );
  }

  /** The model and the plans of restorations; null where none is offered. */
  async restorations(): Promise<{ model: string | null; plans: RestorePlan[] }> {
    const { restoreModel = null, restorePlans } = await this.offers();
    return { model: restoreModel, plans: restorePlans };
  }

  /** Null if the plan is no longer offered. */
  async qualityOf(planId: string | null): Promise<Quality | null> {
    const { plans } = await this.offers();
    return plans.find(({ id }) => id === planId)?.quality ?? null;
  }

  private async variant({ seconds = DEFAULT_SECONDS, size }: VideoChoice) {
    const { plans } = await this.offers();
    const { quality, ratio } = size === undefined ? { quality: DEFAULT_QUALITY, ratio: undefined } : parseSize(size);
    const plan = plans.find((each) => String(each.duration) === seconds && each.quality === quality);
    if (!plan) throw invalid('seconds', `Videos of ${seconds} seconds are not available in this size.`);
    return { plan, aspectRatio: ratio };
  }

  private offers(): Promise<Offers> {
    const now = performance.now();
    if (!this.cached || now - this.cached.readAt > CACHE_MS) {
      const entry = { readAt: now, offers: this.read() };
      this.cached = entry;
      entry.offers.catch(() => {
        if (this.cached === entry) this.cached = undefined;
      });
    }
    return this.cached.offers;
  }

  private async read(): Promise<Offers> {
    const { plans, models, retired, restorePlans, restoreModel } = await this.calls.call(generationCalls.listPlans, {});
    return { plans, models, retired, restorePlans, restoreModel };
  }
}

function creditsOf({ duration, quality }: VideoPlan, { price }: VideoModel): number {
  return priceOf(price, { duration, resolution: quality });
}

function makes(model: VideoModel, { duration, quality }: VideoPlan, type: 'video' | 'image_video'): boolean {
  return model.supports.some(
    (each) => each.type === type && each.durations.includes(duration) && each.resolutions.includes(quality),
  );
}

function parseSize(size: string): { quality: Quality; ratio: Ratio } {
  for (const [quality, sizes] of Object.entries(SIZES)) {
    for (const [ratio, name] of Object.entries(sizes)) {
      if (name === size) return { quality: quality as Quality, ratio: ratio as Ratio };
    }
  }
  throw invalid('size', `The size must be one of ${VIDEO_SIZES.join(', ')}`);
}

function invalid(field: string, text: string): LuitError {
  return new LuitError('validation_failed', text, { details: { [field]: text } });
}
