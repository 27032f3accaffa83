import { z } from 'zod';
import { empty, id, timestamp } from '../messages/fields';
import { call, event } from '../messages/message';
import { modelPrice } from './catalog/model-entry';
import { aspectRatio } from './options';

const modelCapabilities = z.object({
  /** Makes videos from a prompt alone. */
  text: z.boolean(),
  /** Makes videos that start with an image. */
  image: z.boolean(),
  aspectRatios: z.array(aspectRatio.exclude(['original'])),
  /** Keeps the ratio of an image. */
  original: z.boolean(),
  seed: z.boolean(),
  negativePrompt: z.boolean(),
  /** Takes a last frame beside the first one. */
  lastFrame: z.boolean(),
});
export type ModelCapabilities = z.infer<typeof modelCapabilities>;

/** What is said about a model that will retire. */
export const deprecation = z.object({
  /** When its deprecation was published. */
  since: timestamp,
  /** The last day on which it can be used, in Asia/Kolkata. */
  endsAt: z.iso.date(),
  /** Id of the model to use instead; null if none is named. */
  replacement: z.string().nullable(),
});
export type Deprecation = z.infer<typeof deprecation>;

export const retiredModel = z.object({
  id: z.string(),
  name: z.string(),
  /** Id of the model to use instead; null if none is offered. */
  replacement: z.string().nullable(),
});
export type RetiredModel = z.infer<typeof retiredModel>;

export const offeredModel = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** How much more it costs than the default model, for example 1.2. `price` is exact. */
  creditFactor: z.number(),
  /** Thousandths of credits of a second at each resolution. */
  price: modelPrice,
  capabilities: modelCapabilities,
  /** Seconds from the submission to the result, measured on the latest jobs; null until there are enough of them. */
  typicalSeconds: z.object({ p50: z.number(), p90: z.number() }).nullable(),
  /** Absent unless it will retire. */
  deprecation: deprecation.optional(),
});
/** A model that videos can be made with. */
export type OfferedModel = z.infer<typeof offeredModel>;

export const modelCalls = {
  listModels: call('generation.listModels', {
    input: empty,
    output: z.object({ models: z.array(offeredModel) }),
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
