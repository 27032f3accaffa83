import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { z } from 'zod';

const endpoint = z.string().regex(/^[\w.-]+\/[\w.-]+(\/[\w.-]+)*$/, 'must be owner/name, perhaps with a path');

const model = z.object({
  /** `owner/name/path` at fal, for a prompt alone. */
  model: endpoint.optional(),
  /** The same, for an image and a prompt. */
  imageModel: endpoint.optional(),
  /** fal's Seedance takes the seconds as text. */
  durationAs: z.enum(['text', 'number']).default('text'),
  /** Sent with every task, as it stands. */
  fixed: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
});

export const falModels = z.record(z.string(), model);
export type FalModels = z.infer<typeof falModels>;

/** By our model ids. */
export const defaultFalModels: FalModels = {
  seedance: {
    model: 'fal-ai/bytedance/seedance/v1/lite/text-to-video',
    imageModel: 'fal-ai/bytedance/seedance/v1/lite/image-to-video',
    durationAs: 'text',
    fixed: {},
  },
};

/** Where a task is submitted and with what; undefined where fal has nothing for it. */
export function falRequest(
  models: FalModels,
  task: ProviderTask,
  image: string | null,
): { endpoint: string; input: object } | undefined {
  const found = models[task.model];
  const endpoint = endpointOf(models, task);
  if (!found || !endpoint) return undefined;
  const duration = found.durationAs === 'text' ? String(task.duration) : task.duration;
  const input = { ...found.fixed, prompt: task.prompt, duration, resolution: task.resolution };
  return { endpoint, input: image === null ? input : { ...input, image_url: image } };
}

/**
 * The application a task runs in: everything but the submission is asked there, without the path (fal-js,
 * `parseEndpointId`).
 */
export function falApp(models: FalModels, task: ProviderTask): string | undefined {
  return endpointOf(models, task)?.split('/').slice(0, 2).join('/');
}

function endpointOf(models: FalModels, { model, type }: ProviderTask): string | undefined {
  const found = models[model];
  return type === 'image_video' ? found?.imageModel : found?.model;
}
