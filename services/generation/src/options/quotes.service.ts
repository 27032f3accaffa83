import { LuitError } from '@luit/contracts/errors';
import type { Choice } from '@luit/contracts/generation/catalog/choices';
import { type Choices, type ParameterValues, videoValues } from '@luit/contracts/generation/catalog/model-parameters';
import { priceOf } from '@luit/contracts/generation/catalog/prices';
import { takenValues } from '@luit/contracts/generation/catalog/taken-values';
import { hasFirstImage } from '@luit/contracts/generation/options';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { pickFields } from '@luit/contracts/messages/pick-fields';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type GenerationConfig } from '../config';
import type { ModelRevision } from '../model-revisions/model-revisions';
import { NO_COLOR_MODEL, type Offer, PlansService, pricedValues, sellerOf } from '../plans/plans.service';

/** What a request gets: the model, its values with their defaults, and the price. */
export interface Quote {
  /** The plan, or the name of a duration and a resolution that no plan has. */
  planId: string;
  model: ModelRevision;
  choices: Choices;
  values: ParameterValues;
  credits: number;
}

type Asked = Omit<NewRequest, 'userId'>;

/** Checks what requests ask a model for by its entry, completes it and prices it. */
@Injectable()
export class QuotesService {
  constructor(
    private readonly plans: PlansService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** @throws LuitError `validation_failed` naming the field, or `unsupported_combination` naming the parts that the model does not take */
  async quote(request: Asked): Promise<Quote> {
    const offer = await this.plans.offer();
    const asked = choiceOf(request, offer);
    const model = modelOf(request, offer);
    const choices = this.plans.choicesOf(model, asked.start);
    const values = takenValues({ id: model.id, name: model.entry.name }, choices, asked);
    if (request.restore?.colorRestoration && this.config.colorModel === null) {
      throw new LuitError('unsupported_combination', NO_COLOR_MODEL, { details: { colorRestoration: NO_COLOR_MODEL } });
    }
    const planId = nameOf(values, offer);
    if (planId === undefined) throw invalid('quality', 'This quality is not available');
    return { planId, model, choices: choices!, values, credits: priceOf(model.entry.price!, values) };
  }
}

/** What a request asks for. A plan stands for its duration and resolution. */
function choiceOf(request: Asked, { plans }: Offer): Choice {
  const { type, restore, prompt, planId, lastImageKey, referenceKeys = [] } = request;
  if (type === 'restore')
    return { start: 'image', values: { quality: restore?.quality, enhancement: restore?.enhancement } };
  const plan = planId === undefined ? undefined : plans.find(({ id, type }) => id === planId && type === 'video');
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

function modelOf({ model: id, type }: Asked, { models }: Offer): ModelRevision {
  const isRestore = type === 'restore';
  const model = id
    ? models.find((each) => each.id === id && each.entry.price)
    : sellerOf(models, isRestore ? 'restore' : 'video');
  if (!model) throw invalid('model', 'This model is not available');
  const { entry } = model;
  if ((entry.output === 'restoration') !== isRestore) {
    const text = `${entry.name} does not make ${isRestore ? 'restorations' : 'videos'}`;
    throw new LuitError('unsupported_combination', text, { details: { model: model.id, type: text } });
  }
  return model;
}

/** The plan of a quality, or of a duration and a resolution, which have a name without one too. */
function nameOf({ duration, resolution, quality }: ParameterValues, { plans }: Offer): string | undefined {
  const plan = plans.find((each) => each.duration === (duration ?? null) && each.quality === (resolution ?? quality));
  return plan?.id ?? (duration === undefined ? undefined : `${duration}s-${resolution}`);
}

function invalid(field: string, text: string): LuitError {
  return new LuitError('validation_failed', text, { details: { [field]: text } });
}
