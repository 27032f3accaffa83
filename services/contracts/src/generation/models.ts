import { z } from 'zod';
import { empty } from '../messages/fields';
import { call } from '../messages/message';
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
});
/** A model that videos can be made with. */
export type OfferedModel = z.infer<typeof offeredModel>;

export const modelCalls = {
  listModels: call('generation.listModels', { input: empty, output: z.object({ models: z.array(offeredModel) }) }),
};
