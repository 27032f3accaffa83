import type { RestoreEnhancement, RestoreQuality } from '@luit/contracts/generation/plans';
import { z } from 'zod';
import type { Submission } from './provider';

const model = z.object({
  /** `owner/name` at Replicate. */
  model: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name'),
  /** Community models run by version; official ones by name. */
  version: z.string().min(1).optional(),
  /** The model's names for our fields; a field without a name is not sent. */
  fields: z
    .object({
      prompt: z.string(),
      duration: z.string(),
      resolution: z.string(),
      image: z.string(),
      /** For videos from a prompt; a video from an image has the ratio of the image. */
      aspectRatio: z.string(),
      seed: z.string(),
      negativePrompt: z.string(),
      lastImage: z.string(),
      /** Restorations only: the upscaling factor, and the face restoration network. */
      scale: z.string(),
      restorer: z.string(),
    })
    .partial()
    .default({ prompt: 'prompt', duration: 'duration', resolution: 'resolution', image: 'image' }),
  /** Sent with every task unchanged. */
  fixed: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
});

export const replicateModels = z.record(z.string(), model);
export type ReplicateModel = z.infer<typeof model>;
export type ReplicateModels = z.infer<typeof replicateModels>;

const common = { prompt: 'prompt', duration: 'duration', resolution: 'resolution' };

/** Keyed by our model ids. */
export const defaultReplicateModels: ReplicateModels = {
  seedance: {
    model: 'bytedance/seedance-1-lite',
    fields: { ...common, image: 'image', aspectRatio: 'aspect_ratio', seed: 'seed', lastImage: 'last_frame_image' },
    fixed: {},
  },
  stableVideo: {
    model: 'stability-ai/stable-video-diffusion',
    version: 'stability-ai/stable-video-diffusion:3f0457e4619daac51203dedb472816fd4af51f3149fa7a9e0b5ffcf1b8172438',
    fields: { ...common, image: 'input_image', aspectRatio: 'aspect_ratio', seed: 'seed' },
    fixed: {},
  },
  zeroscope: {
    model: 'anotherjesse/zeroscope-v2-xl',
    version: 'anotherjesse/zeroscope-v2-xl:9f747673945c62801b13b84701c783929c0ee784e4748ec062204894dda1a351',
    fields: { ...common, seed: 'seed', negativePrompt: 'negative_prompt' },
    fixed: {},
  },
  gfpgan: {
    model: 'tencentarc/gfpgan',
    version: 'tencentarc/gfpgan:0fbacf7afc6c144e5be9767cff80f25aff23e52b0708f17e20f9879b2f21516c',
    fields: { image: 'img', scale: 'scale', restorer: 'version' },
    fixed: {},
  },
  ddcolor: {
    model: 'piddnad/ddcolor',
    version: 'piddnad/ddcolor:ca494ba129e44e45f661d6ece83c4c98a9a7c774309beca01429b58fce8aa695',
    fields: { image: 'image' },
    fixed: { model_size: 'large' },
  },
};

const SCALES: Record<RestoreQuality, number> = { standard: 2, high: 3, ultra: 4 };
/** Networks of GFPGAN: v1.4 is the most natural, v1.3 the sharpest, RestoreFormer reconstructs the most. */
const RESTORERS: Record<RestoreEnhancement, string> = {
  standard: 'v1.4',
  premium: 'v1.3',
  professional: 'RestoreFormer',
};

/** The model's `input`, with its own field names. */
export function inputFor({ fields, fixed }: ReplicateModel, { task, image, lastImage }: Submission): object {
  const { prompt, duration, resolution, restore, options } = task;
  const aspectRatio = image === null ? options?.aspectRatio : null;
  const scale = restore && SCALES[restore.quality];
  const restorer = restore && RESTORERS[restore.enhancement];
  const { seed, negativePrompt } = options ?? {};
  const frames = { image, lastImage };
  const values = { prompt, duration, resolution, ...frames, aspectRatio, seed, negativePrompt, scale, restorer };
  const inputs = Object.entries(fields).map(([field, name]) => [name, values[field as keyof typeof values]] as const);
  return { ...fixed, ...Object.fromEntries(inputs.filter(([, value]) => value !== null && value !== undefined)) };
}
