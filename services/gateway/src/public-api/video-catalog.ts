import { LuitError } from '@luit/contracts/errors';
import type { ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import { priceOf } from '@luit/contracts/generation/catalog/prices';
import { takenValues } from '@luit/contracts/generation/catalog/taken-values';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { PlanList, RestorePlan, VideoModel, VideoPlan } from '@luit/contracts/generation/plans';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { choiceIn, fieldOf, type VideoFields } from './video-choice';

/** As long as a replica of generation may show an old price, milliseconds. */
const CACHE_MS = 1_000;

/** The meaning of a choice for generation, and its price. */
export interface VideoOffer {
  model: VideoModel;
  /** As they were asked for. */
  asked: ParameterValues;
  /** With the defaults of the model. */
  values: ParameterValues;
  credits: number;
}

type Offers = Pick<PlanList, 'plans' | 'models' | 'restorePlans' | 'restoreModel'>;

/** The models of generation by the names of the public API. */
@Injectable()
export class VideoCatalog {
  private cached?: { readAt: number; offers: Promise<Offers> };

  constructor(private readonly calls: CallClient) {}

  /**
   * @param hasImage whether the video starts with an image
   * @throws LuitError `validation_failed` with the field, `unsupported_combination` with each field that the model does not take
   */
  async offer(fields: VideoFields & { model?: string | undefined }, hasImage: boolean): Promise<VideoOffer> {
    const { models } = await this.offers();
    const model = models.find(({ id, isDefault }) => (fields.model === undefined ? isDefault : id === fields.model));
    if (!model) {
      const text = `This model is not available. GET /v1/models lists those that are.`;
      throw new LuitError('validation_failed', text, { details: { model: text } });
    }
    const choice = choiceIn(fields, hasImage);
    const values = takenValues(model, model.choices[choice.start], choice, (part) => fieldOf(part, fields));
    return { model, asked: choice.values, values, credits: priceOf(model.price, values) };
  }

  /** The models, and the plans that each of them makes. */
  async models(): Promise<{ model: VideoModel; plans: VideoPlan[] }[]> {
    const { plans, models } = await this.offers();
    return models.map((model) => ({ model, plans }));
  }

  /** The model and the plans of restorations; null where none is offered. */
  async restorations(): Promise<{ model: string | null; plans: RestorePlan[] }> {
    const { restoreModel = null, restorePlans } = await this.offers();
    return { model: restoreModel, plans: restorePlans };
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
