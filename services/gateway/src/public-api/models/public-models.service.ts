import { LuitError } from '@luit/contracts/errors';
import { refusalsOf, type Start } from '@luit/contracts/generation/catalog/choices';
import { retirementOf } from '@luit/contracts/generation/catalog/lifecycle';
import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import type { Choices } from '@luit/contracts/generation/catalog/model-parameters';
import { schemasOf } from '@luit/contracts/generation/catalog/parameter-schema';
import { priceOf } from '@luit/contracts/generation/catalog/prices';
import { ORIGINAL } from '@luit/contracts/generation/catalog/vocabulary';
import type { Deprecation } from '@luit/contracts/generation/catalog/lifecycle';
import type { ImageModel, VideoPlan } from '@luit/contracts/generation/plans';
import { snakeCase } from '@luit/contracts/http/snake-case';
import { sizeOf } from '@luit/contracts/http/video-sizes';
import { Injectable } from '@nestjs/common';
import type { ApiClient } from '../../access/identities/api-key.guard';
import { VideoCatalog } from '../video-catalog';
import type { PublicModel } from './public-model';

@Injectable()
export class PublicModelsService {
  constructor(private readonly catalog: VideoCatalog) {}

  /** @throws LuitError `model_retired`; `not_found`, also for a model that the key may not use */
  async get(client: ApiClient, id: string): Promise<PublicModel> {
    const { models: allowed } = client;
    const { data } = await this.list(client);
    const model = data.find((each) => each.id === id);
    if (!model && (allowed?.includes(id) ?? true)) await this.catalog.assertNotRetired(id);
    if (!model) throw new LuitError('not_found', 'This model does not exist.');
    return model;
  }

  async list({ models: allowed }: ApiClient): Promise<{ object: 'list'; data: PublicModel[] }> {
    const { models, imageModels, plans } = await this.catalog.models();
    const videos = models.map((model) => toPublicModel(model, 'video', plans));
    const images = imageModels.map((model) => toPublicModel(model, 'image', []));
    const data = [...videos, ...images].filter(({ id }) => !allowed || allowed.includes(id));
    return { object: 'list', data };
  }
}

function toPublicModel(model: ImageModel, output: 'video' | 'image', plans: VideoPlan[]): PublicModel {
  const { id, name, isDefault, price, choices, deprecation } = model;
  const { text, image } = choices;
  const offers = plans.flatMap((plan) => offerOf(model, plan) ?? []);
  const parameters = {
    from_prompt: text && bodySchema(text, 'text', output),
    from_image: image && bodySchema(image, 'image', output),
  };
  const luit = { name, output, is_default: isDefault, ...lifecycleOf(deprecation), price, parameters, offers };
  return { id, object: 'model', owned_by: 'luit', luit };
}

function lifecycleOf(deprecation: Deprecation | undefined) {
  if (!deprecation) return { state: 'live', deprecated_at: null, ends_at: null, replacement: null } as const;
  const { since, endsAt, replacement } = deprecation;
  const ends_at = retirementOf(endsAt).toISOString();
  return { state: 'deprecated', deprecated_at: since, ends_at, replacement } as const;
}

function offerOf({ price, choices }: ImageModel, { duration, quality: resolution }: VideoPlan) {
  const values = { duration, resolution };
  const takes = (start: Start) => refusalsOf(choices[start] ?? undefined, { start, values }).length === 0;
  const [fromPrompt, fromImage] = [takes('text'), takes('image')];
  if (!fromPrompt && !fromImage) return undefined;
  const ratios = (choices.text ?? choices.image)?.parameters.aspectRatio?.values ?? [];
  return {
    seconds: String(duration),
    resolution,
    sizes: ratios.filter((ratio) => ratio !== ORIGINAL).map((ratio) => sizeOf(resolution, ratio)),
    credits: priceOf(price, values),
    from_prompt: fromPrompt,
    from_image: fromImage,
  };
}

/** The JSON Schema of a new video or image, by the names of the API. Seconds are text there. */
function bodySchema(choices: Choices, start: Start, output: 'video' | 'image'): Record<string, unknown> {
  const { duration, ...schemas } = schemasOf(choices);
  const lengths = choices.parameters.duration && valuesOf(choices.parameters.duration).map(String);
  const properties = {
    ...Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [snakeCase(name), schema])),
    ...(lengths && { seconds: { type: 'string', enum: lengths, default: String(duration?.default) } }),
    ...(start === 'image' && imageSchemas(choices, output)),
  };
  return { type: 'object', properties, required: ['prompt'] };
}

/** Reference images of a video come instead of the first one; an image is changed with further ones. */
function imageSchemas({ hasLastImage, references }: Choices, output: 'video' | 'image'): Record<string, unknown> {
  const image = { type: 'object', properties: { image_url: { type: 'string' } }, required: ['image_url'] };
  if (output === 'image') {
    const several = { type: 'array', items: image, minItems: 1, maxItems: 1 + references };
    return { image: references > 0 ? { anyOf: [image, several] } : image };
  }
  return {
    input_reference: image,
    ...(hasLastImage && { last_frame: image }),
    ...(references > 0 && { reference_images: { type: 'array', items: image, maxItems: references } }),
  };
}
