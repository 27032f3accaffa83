import { LuitError } from '@luit/contracts/errors';
import { modelRetired } from '@luit/contracts/generation/catalog/lifecycle';
import type { ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import { priceOf } from '@luit/contracts/generation/catalog/prices';
import { takenValues } from '@luit/contracts/generation/catalog/taken-values';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { Deprecation } from '@luit/contracts/generation/catalog/lifecycle';
import type { RequestOutput } from '@luit/contracts/generation/outputs';
import type { ImageModel, PlanList, RestorePlan } from '@luit/contracts/generation/plans';
import { CallClient } from '@luit/platform/calls/call-client';
import { RecentValue } from '@luit/platform/scheduling/recent-value';
import { Injectable } from '@nestjs/common';
import { choiceIn, fieldOf, type GivenImages, type VideoFields } from './video-choice';

/** As long as a replica of generation may show an old price, milliseconds. */
const CACHE_MS = 1_000;

/** The meaning of a choice for generation, and its price. */
export interface Offer {
  model: ImageModel;
  /** As they were asked for. */
  asked: ParameterValues;
  /** With the defaults of the model. */
  values: ParameterValues;
  credits: number;
}

type Asked = VideoFields & { model?: string | undefined };

/** The models of generation by the names of the public API. */
@Injectable()
export class VideoCatalog {
  private readonly recent = new RecentValue<PlanList>(CACHE_MS);

  constructor(private readonly calls: CallClient) {}

  /**
   * @param output what the model makes; if absent, the named model decides
   * @throws LuitError `validation_failed` with the field, `model_retired` with the replacement, `unsupported_combination`
   *   with each field that the model does not take
   */
  async offer(fields: Asked, images: GivenImages, output?: RequestOutput): Promise<Offer> {
    const offers = await this.offers();
    const makers = { video: offers.models, image: offers.imageModels, restoration: [] };
    const models: ImageModel[] = output ? makers[output] : [...offers.models, ...offers.imageModels];
    const model = models.find(({ id, isDefault }) => (fields.model === undefined ? isDefault : id === fields.model));
    await this.assertNotRetired(fields.model);
    if (!model) {
      const text = `This model is not available. GET /v1/models lists those that are.`;
      throw new LuitError('validation_failed', text, { details: { model: text } });
    }
    const choice = choiceIn(fields, images, output);
    const values = takenValues(model, model.choices[choice.start], choice, (part) => fieldOf(part, fields, output));
    return { model, asked: choice.values, values, credits: priceOf(model.price, values) };
  }

  /**
   * What a new video or image asks generation for. A retired model passes, because the request may repeat one that was accepted before.
   *
   * @throws LuitError as for `offer`
   */
  async newRequest(
    fields: Asked,
    images: GivenImages,
    output: RequestOutput,
  ): Promise<{ modelId: string; asked: ParameterValues }> {
    const { retired } = await this.offers();
    const found = retired.find(({ id }) => id === fields.model);
    if (found) return { modelId: found.id, asked: choiceIn(fields, images, output).values };
    const { model, asked } = await this.offer(fields, images, output);
    return { modelId: model.id, asked };
  }

  /** @throws LuitError `model_retired` with the replacement */
  async assertNotRetired(id: string | undefined): Promise<void> {
    const { retired } = await this.offers();
    const found = retired.find((model) => model.id === id);
    if (found) throw modelRetired(found);
  }

  /** What is said about a model that will retire; undefined for others. */
  async deprecationOf(id: string): Promise<Deprecation | undefined> {
    const { models, imageModels } = await this.offers();
    return [...models, ...imageModels].find((model) => model.id === id)?.deprecation;
  }

  /** The models of videos with the plans, and those of images. */
  async models(): Promise<Pick<PlanList, 'models' | 'imageModels' | 'plans'>> {
    return this.offers();
  }

  /** The model and the plans of restorations; null where none is offered. */
  async restorations(): Promise<{ model: string | null; plans: RestorePlan[] }> {
    const { restoreModel = null, restorePlans } = await this.offers();
    return { model: restoreModel, plans: restorePlans };
  }

  private offers(): Promise<PlanList> {
    return this.recent.get(() => this.calls.call(generationCalls.listPlans, {}));
  }
}
