import { z } from 'zod';
import { empty } from '../messages/fields';
import { call } from '../messages/message';
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

export const offeredModel = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Price factor, for example 1.2. */
  creditFactor: z.number(),
  capabilities: modelCapabilities,
  /** Seconds from the submission to the result, measured on the latest jobs; null until there are enough of them. */
  typicalSeconds: z.object({ p50: z.number(), p90: z.number() }).nullable(),
});
/** A model that videos can be made with. */
export type OfferedModel = z.infer<typeof offeredModel>;

export const modelCalls = {
  listModels: call('generation.listModels', { input: empty, output: z.object({ models: z.array(offeredModel) }) }),
};

type Controls = Omit<ModelCapabilities, 'text' | 'image'>;

/**
 * The options that models take besides prompt and image, by our model ids. Operators configure in the table `models` which kinds of videos
 * they make. An image is cropped before it is submitted, so every model that takes images can keep or change their ratio.
 */
const CONTROLS: Record<string, Controls> = {
  seedance: {
    aspectRatios: ['16:9', '9:16', '1:1'],
    original: true,
    seed: true,
    negativePrompt: false,
    lastFrame: true,
  },
  stableVideo: {
    aspectRatios: ['16:9', '9:16', '1:1'],
    original: true,
    seed: true,
    negativePrompt: false,
    lastFrame: false,
  },
  zeroscope: { aspectRatios: ['16:9'], original: false, seed: true, negativePrompt: true, lastFrame: false },
};
/** A model that is not in the table. */
const NO_CONTROLS: Controls = {
  aspectRatios: ['16:9'],
  original: false,
  seed: false,
  negativePrompt: false,
  lastFrame: false,
};

/** ModelArk's only field for a client reference is the seed, so there users' seeds would hide lost tasks (decision 39). */
const PROVIDERS_WITHOUT_SEEDS = ['ark'];

/** The options that a model takes at a provider, besides prompt and image. */
export function controlsOf(model: string, provider: string): Controls {
  const controls = CONTROLS[model] ?? NO_CONTROLS;
  return { ...controls, seed: controls.seed && takesSeeds(provider) };
}

export function takesSeeds(provider: string): boolean {
  return !PROVIDERS_WITHOUT_SEEDS.includes(provider);
}
