import { z } from 'zod';
import type { RequestRecord } from '../generation/requests';
import { luitFacts, luitFields, requestFacts, requestFields } from './request-facts';
import { type Quality, SIZES } from './video-sizes';

export const video = z.object({
  id: z.string(),
  object: z.literal('video'),
  ...requestFields,
  prompt: z.string().nullable(),
  model: z.string(),
  seconds: z.string(),
  /** Null if the model chose the ratio, or the plan is no longer offered. */
  size: z.string().nullable(),
  remixed_from_video_id: z.string().nullable(),
  luit: z.object({ ...luitFields, seed: z.number().nullable() }),
});
/** A video in the shape of the Videos API, which servers of video models share. Fields that only Luit has are under `luit`. */
export type Video = z.infer<typeof video>;

/** @param quality null if it is not known, because the plan is no longer offered */
export function toVideo(record: RequestRecord, quality: Quality | null): Video {
  return {
    id: record.id,
    object: 'video',
    ...requestFacts(record, 'video'),
    prompt: record.prompt,
    model: record.model ?? '',
    seconds: String(record.duration ?? ''),
    size: quality && sizeOf(record, quality),
    remixed_from_video_id: record.remixOf,
    luit: { ...luitFacts(record), seed: record.options?.seed ?? null },
  };
}

/** Null if the model chose the ratio. */
function sizeOf({ options, type }: RequestRecord, quality: Quality): string | null {
  const ratio = options?.aspectRatio ?? (type === 'image_video' ? 'original' : '16:9');
  return ratio === 'original' ? null : SIZES[quality][ratio];
}
