import { z } from 'zod';
import { aspectRatios } from '../frame-sizes';
import type { VideoInput } from '../videos/output-files';
import { FalError, invalidInput } from './errors';

const videoInput = z.looseObject({
  prompt: z.string().min(1),
  // fal's Seedance expects the seconds as text.
  duration: z
    .union([z.literal(5), z.literal(10), z.enum(['5', '10'])])
    .default(5)
    .transform((value) => Number(value) as VideoInput['duration']),
  resolution: z.enum(['480p', '720p']).default('480p'),
  image_url: z
    .string()
    .regex(/^(https?:\/\/|data:image\/)/, 'must be a URL or a data URI')
    .optional(),
  aspect_ratio: z.enum(aspectRatios).optional(),
  seed: z.int().optional(),
  end_image_url: z
    .string()
    .regex(/^(https?:\/\/|data:image\/)/, 'must be a URL or a data URI')
    .optional(),
});

const ENDPOINTS = ['lite', 'pro'].flatMap((size) =>
  ['text-to-video', 'image-to-video'].map((kind) => `fal-ai/bytedance/seedance/v1/${size}/${kind}`),
);

/** @throws FalError 404 for an unknown application, or for an unknown path of a known one */
export function requireEndpoint(app: string, path = ''): string {
  const endpoint = path === '' ? app : `${app}/${path}`;
  if (ENDPOINTS.includes(endpoint)) return endpoint;
  const isKnownApp = ENDPOINTS.some((known) => known.startsWith(`${app}/`));
  throw new FalError(404, isKnownApp ? `Path /${path} not found` : `Application "${app}" not found`);
}

/** @throws FalError 422 naming the first invalid field */
export function readInput(body: unknown): VideoInput {
  const parsed = videoInput.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidInput('value_error', issue?.message ?? 'The input is not valid', issue?.path.join('.') || 'prompt');
  }
  const { prompt, duration, resolution, seed, ...options } = parsed.data;
  const { image_url: image, aspect_ratio: aspectRatio, end_image_url: lastImage } = options;
  return { prompt, duration, resolution, image, aspectRatio, seed, lastImage };
}
