import { LuitError } from '@luit/contracts/errors';
import type { Choice } from '@luit/contracts/generation/catalog/choices';
import { modelRetired } from '@luit/contracts/generation/catalog/lifecycle';
import { type Choices, type ParameterValues, videoValues } from '@luit/contracts/generation/catalog/model-parameters';
import { priceOf } from '@luit/contracts/generation/catalog/prices';
import { takenValues } from '@luit/contracts/generation/catalog/taken-values';
import { OUTPUT_OF } from '@luit/contracts/generation/outputs';
import { hasFirstImage } from '@luit/contracts/generation/options';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { pickFields } from '@luit/contracts/messages/pick-fields';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ModelRevisions } from '../model-revisions/model-revisions';
import { type PublishedModel, PublishedModels } from '../model-revisions/published-models';
import { type CurrentOffer, NO_COLOR_MODEL, PlansService, pricedValues, sellerOf } from '../plans/plans.service';

/** What a request gets: the model, its values with their defaults, and the price. */
export interface Quote {
  /** The plan, or the name of a duration and a resolution that no plan has, or of an image. */
  planId: string;
  model: PublishedModel;
  choices: Choices;
  values: ParameterValues;
  /** How many results are made. */
  count: number;
  /** Of one result. */
  credits: number;
}

type Asked = Omit<NewRequest, 'userId'>;

const NOT_AVAILABLE = 'This model is not available';

/** Checks what requests ask a model for by its entry, completes it and prices it. */
@Injectable()
export class QuotesService {
  constructor(
    private readonly database: DataSource,
    private readonly plans: PlansService,
    private readonly published: PublishedModels,
    private readonly revisions: ModelRevisions,
  ) {}

  /**
   * @throws LuitError `validation_failed` naming the field, `model_retired` with the replacement, or `unsupported_combination` naming the
   *   parts that the model does not take
   */
  async quote(request: Asked): Promise<Quote> {
    const offer = await this.plans.offer();
    const asked = choiceOf(request, offer);
    const model = await this.modelOf(request, offer);
    const choices = this.plans.choicesOf(model, asked.start);
    const values = takenValues({ id: model.id, name: model.entry.name }, choices, asked);
    if (request.restore?.colorRestoration && !this.plans.colorizes(offer.models)) {
      throw new LuitError('unsupported_combination', NO_COLOR_MODEL, { details: { colorRestoration: NO_COLOR_MODEL } });
    }
    const planId = nameOf(request.type, values, offer);
    if (planId === undefined) throw invalid('quality', 'This quality is not available');
    const { count = 1, ...ofEach } = values;
    const credits = priceOf(model.entry.price!, ofEach);
    return { planId, model, choices: choices!, values: ofEach, count, credits };
  }

  private async modelOf({ model: id, type, retryOf }: Asked, offer: CurrentOffer): Promise<PublishedModel> {
    const output = OUTPUT_OF[type];
    const model = id ? await this.chosenModel(offer, id, retryOf) : sellerOf(offer.models, output);
    if (!model) throw invalid('model', NOT_AVAILABLE);
    const { entry } = model;
    if (entry.output !== output) {
      const text = `${entry.name} does not make ${output}s`;
      throw new LuitError('unsupported_combination', text, { details: { model: model.id, type: text } });
    }
    return model;
  }

  /** A request that is repeated keeps its model after the retirement, with the revision and the price of that time. */
  private async chosenModel(
    { models, retired }: CurrentOffer,
    id: string,
    retryOf: string | undefined,
  ): Promise<PublishedModel> {
    const offered = models.find((each) => each.id === id && each.entry.price);
    if (offered) return offered;
    const found = retired.find((each) => each.id === id);
    if (!found) throw invalid('model', NOT_AVAILABLE);
    const earlier = retryOf === undefined ? undefined : await this.earlierRevision(retryOf, id);
    if (!earlier) throw modelRetired(found);
    return earlier;
  }

  private async earlierRevision(requestId: string, id: string): Promise<PublishedModel | undefined> {
    const [row] = await this.database.query<{ revision: number }[]>(
      `SELECT model_revision AS revision FROM requests WHERE id = $1 AND model = $2`,
      [requestId, id],
    );
    const current = (await this.published.all()).find((each) => each.id === id);
    const entry = row && (await this.revisions.entryOf(id, row.revision));
    return current && entry && { ...current, revision: row.revision, entry };
  }
}

/** What a request asks for. A plan stands for its duration and resolution. */
function choiceOf(request: Asked, { plans }: CurrentOffer): Choice {
  const { type, restore, prompt, planId, lastImageKey, referenceKeys = [] } = request;
  if (type === 'restore')
    return { start: 'image', values: { quality: restore?.quality, enhancement: restore?.enhancement } };
  const isPlanned = planId !== undefined && type !== 'image';
  const plan = isPlanned ? plans.find((each) => each.id === planId && each.type === 'video') : undefined;
  if (planId !== undefined && !plan) throw invalid('planId', 'Please select a video duration plan');
  const values: ParameterValues = { prompt, ...pickFields(videoValues.partial(), request) };
  for (const [name, value] of Object.entries(plan ? pricedValues(plan) : {})) {
    const given = values[name as 'duration' | 'resolution'];
    if (given !== undefined && given !== value) throw invalid(name, `The ${name} does not match the plan`);
    Object.assign(values, { [name]: value });
  }
  const isFromImage = hasFirstImage(request) || referenceKeys.length > 0;
  return {
    start: isFromImage ? 'image' : 'text',
    hasLastImage: lastImageKey !== undefined,
    references: referenceKeys.length,
    values,
  };
}

/** The plan of a quality, or of a duration and a resolution, which have a name without one too. */
function nameOf(
  type: NewRequest['type'],
  { duration, resolution, quality }: ParameterValues,
  { plans }: CurrentOffer,
): string | undefined {
  if (type === 'image') return resolution === undefined ? 'image' : `image-${resolution}`;
  const plan = plans.find((each) => each.duration === (duration ?? null) && each.quality === (resolution ?? quality));
  return plan?.id ?? (duration === undefined ? undefined : `${duration}s-${resolution}`);
}

function invalid(field: string, text: string): LuitError {
  return new LuitError('validation_failed', text, { details: { [field]: text } });
}
