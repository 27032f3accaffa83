import { z } from 'zod';
import type { RequestRecord } from '../generation/requests';
import { luitFacts, luitFields, requestFacts, requestFields } from './request-facts';

export const image = z.object({
  id: z.string(),
  object: z.literal('image'),
  ...requestFields,
  prompt: z.string().nullable(),
  model: z.string(),
  /** Null if the model or the image that was changed decided it. */
  aspect_ratio: z.string().nullable(),
  luit: z.object({ ...luitFields, seed: z.number().nullable() }),
});
/** An image, with the conventions of videos. */
export type Image = z.infer<typeof image>;

export function toImage(record: RequestRecord): Image {
  return {
    id: record.id,
    object: 'image',
    ...requestFacts(record, 'image'),
    prompt: record.prompt,
    model: record.model ?? '',
    aspect_ratio: record.options?.aspectRatio ?? null,
    luit: { ...luitFacts(record), seed: record.options?.seed ?? null },
  };
}

/** The answer of `/v1/images/generations` and `/v1/images/edits`, in the shape that servers of image models share. */
export const imageResults = z.object({
  /** Unix seconds. */
  created: z.number(),
  /** The finished images: a link that works for at least an hour, or the file in Base64. */
  data: z.array(z.object({ url: z.string().optional(), b64_json: z.string().optional() })),
  luit: z.object({
    /** `in_progress` with status 202: poll `GET /v1/images/{id}` for the ids below; sending the request again would buy more images. */
    status: z.enum(['completed', 'in_progress']),
    /** Each image that was asked for, in the order of the seeds; a failed one returned its credits. */
    images: z.array(z.object({ id: z.string(), status: image.shape.status, error: image.shape.error })),
    /** Of all images that were not returned. */
    credits: z.number(),
  }),
});
export type ImageResults = z.infer<typeof imageResults>;
