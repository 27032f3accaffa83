import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call, event } from '../messages/message';
import { deprecation } from './catalog/lifecycle';
import { modelPrice } from './catalog/model-entry';
import { videoModel } from './plans';

export const offeredModel = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** How much more it costs than the default model, for example 1.2. `price` is exact. */
  creditFactor: z.number(),
  price: modelPrice,
  choices: videoModel.shape.choices,
  /** Seconds from the submission to the result, measured on the latest jobs; null until there are enough of them. */
  typicalSeconds: z.object({ p50: z.number(), p90: z.number() }).nullable(),
  /** Absent unless it will retire. */
  deprecation: deprecation.optional(),
});
/** A model that videos or images can be made with. */
export type OfferedModel = z.infer<typeof offeredModel>;

export const modelList = z.object({
  models: z.array(offeredModel),
  /** The models that make images, the default one first. */
  imageModels: z.array(offeredModel),
});
export type ModelList = z.infer<typeof modelList>;

export const modelCalls = {
  listModels: call('generation.listModels', {
    input: empty,
    output: modelList,
  }),
};

const modelDeprecated = deprecation.extend({
  /** Another one for each publication that says something new. */
  noticeId: id,
  id: z.string(),
  name: z.string(),
});
export type ModelDeprecated = z.infer<typeof modelDeprecated>;

export const modelEvents = {
  /** A deprecation was published, or its last day or its replacement has changed. */
  modelDeprecated: event('generation.modelDeprecated', ['auth'], modelDeprecated),
};
