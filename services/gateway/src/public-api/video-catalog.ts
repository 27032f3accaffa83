import { LuitError } from '@luit/contracts/errors';
import { priceOf } from '@luit/contracts/generation/catalog/prices';
import { generationCalls } from '@luit/contracts/generation/messages';
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
  model: VideoModel;
  plan: VideoPlan;
  /** Undefined without a size: then the model decides. */
  aspectRatio: Ratio | undefined;
  credits: number;
}

type Offers = Pick<PlanList, 'plans' | 'models' | 'restorePlans' | 'restoreModel'>;

/** The models and plans of generation by the names of the public API: seconds and sizes. */
@Injectable()
export class VideoCatalog {
  private cached?: { readAt: number; offers: Promise<Offers> };

  constructor(private readonly calls: CallClient) {}

  /** @throws LuitError `validation_failed` with the field, `unsupported_combination` */
  async offer({ model: modelId, seconds = DEFAULT_SECONDS, size, hasImage }: VideoChoice): Promise<VideoOffer> {
    const { plans, models } = await this.offers();
    const { quality, ratio } = size === undefined ? { quality: DEFAULT_QUALITY, ratio: undefined } : parseSize(size);
    const model =
      modelId === undefined ? models.find(({ isDefault }) => isDefault) : models.find(({ id }) => id === modelId);
    if (!model) throw invalid('model', `This model is not available. GET /v1/models lists those that are.`);
    const plan = plans.find((each) => String(each.duration) === seconds && each.quality === quality);
    if (!plan) throw invalid('seconds', `Videos of ${seconds} seconds are not available in this size.`);
    const type = hasImage ? 'image_video' : 'video';
    if (!makes(model, plan, type)) {
      throw new LuitError('unsupported_combination', `${model.name} does not support this combination`, {
        details: { model: model.id, type, seconds, resolution: quality },
      });
    }
    return { model, plan, aspectRatio: ratio, credits: creditsOf(plan, model) };
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
    const { plans, models, restorePlans, restoreModel } = await this.calls.call(generationCalls.listPlans, {});
    return { plans, models, restorePlans, restoreModel };
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
