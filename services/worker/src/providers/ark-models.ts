import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { Submission } from './provider';
import { createHash } from 'node:crypto';
import { z } from 'zod';

const model = z.object({
  /** Model or endpoint (`ep-…`) id at ModelArk for text-to-video. */
  model: z.string().min(1).optional(),
  /** The same for image-to-video. */
  imageModel: z.string().min(1).optional(),
  /** Sent with every task unchanged. */
  fixed: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
});

export const arkModels = z.record(z.string(), model);
export type ArkModels = z.infer<typeof arkModels>;

/** Keyed by our model ids. */
export const defaultArkModels: ArkModels = {
  seedance: {
    model: 'seedance-1-0-lite-t2v-250428',
    imageModel: 'seedance-1-0-lite-i2v-250428',
    fixed: { watermark: false },
  },
};

export function arkModelOf(models: ArkModels, { model, type }: ProviderTask): string | undefined {
  return type === 'image_video' ? models[model]?.imageModel : models[model]?.model;
}

/** The request body of a submission; undefined if no model is configured for it. */
export function arkBody(models: ArkModels, { task, image, lastImage = null }: Submission): object | undefined {
  const model = arkModelOf(models, task);
  if (!model) return undefined;
  const frame = (url: string | null, role: string) =>
    url === null ? [] : [{ type: 'image_url', image_url: { url }, role }];
  const frames = [...frame(image, 'first_frame'), ...frame(lastImage, 'last_frame')];
  const ratio = image === null ? task.options?.aspectRatio : null;
  return {
    ...models[task.model]?.fixed,
    model,
    content: [{ type: 'text', text: task.prompt }, ...frames],
    resolution: task.resolution,
    duration: task.duration,
    ...(ratio && { ratio }),
    seed: seedOf(task),
    ...(task.webhookUrl && { callback_url: task.webhookUrl }),
  };
}

/**
 * ModelArk has no field for a client reference, but returns the seed of a task. The seed is therefore derived from the
 * reference, so that tasks can be searched by it (0 to 2³² − 1), and a user's seed is not sent.
 */
export function seedOf({ clientRef }: ProviderTask): number {
  return createHash('sha256').update(clientRef).digest().readUInt32BE(0);
}
