import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { Submission } from './provider';
import { z } from 'zod';

const endpoint = z.string().regex(/^[\w.-]+\/[\w.-]+(\/[\w.-]+)*$/, 'must be owner/name, optionally with a path');

const model = z.object({
  /** `owner/name/path` at fal for text-to-video. */
  model: endpoint.optional(),
  /** The same for image-to-video. */
  imageModel: endpoint.optional(),
  /** fal's Seedance expects the seconds as a string. */
  durationAs: z.enum(['text', 'number']).default('text'),
  /** Sent with every task unchanged. */
  fixed: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
});

export const falModels = z.record(z.string(), model);
export type FalModels = z.infer<typeof falModels>;

/** Keyed by our model ids. */
export const defaultFalModels: FalModels = {
  seedance: {
    model: 'fal-ai/bytedance/seedance/v1/lite/text-to-video',
    imageModel: 'fal-ai/bytedance/seedance/v1/lite/image-to-video',
    durationAs: 'text',
    fixed: {},
  },
};

/** Endpoint and input of a submission; undefined if no model is configured for it. */
export function falRequest(
  models: FalModels,
  { task, image, lastImage = null }: Submission,
): { endpoint: string; input: object } | undefined {
  const found = models[task.model];
  const endpoint = endpointOf(models, task);
  if (!found || !endpoint) return undefined;
  const duration = found.durationAs === 'text' ? String(task.duration) : task.duration;
  const { aspectRatio, seed } = task.options ?? {};
  const input = {
    ...found.fixed,
    prompt: task.prompt,
    duration,
    resolution: task.resolution,
    // A video from an image has the ratio of the image.
    ...(image === null ? aspectRatio && { aspect_ratio: aspectRatio } : { image_url: image }),
    ...(lastImage !== null && { end_image_url: lastImage }),
    ...(typeof seed === 'number' && { seed }),
  };
  return { endpoint, input };
}

/**
 * The application of a task. All calls other than the submission use it, without the path (fal-js, `parseEndpointId`).
 */
export function falApp(models: FalModels, task: ProviderTask): string | undefined {
  return endpointOf(models, task)?.split('/').slice(0, 2).join('/');
}

function endpointOf(models: FalModels, { model, type }: ProviderTask): string | undefined {
  const found = models[model];
  return type === 'image_video' ? found?.imageModel : found?.model;
}
