import { z } from 'zod';
import type { AspectRatio } from '../generation/options';
import type { VideoPlan } from '../generation/plans';
import type { RequestRecord } from '../generation/requests';
import { luitFacts, luitFields, requestFacts, requestFields } from './request-facts';

type Ratio = Exclude<AspectRatio, 'original'>;
type Quality = VideoPlan['quality'];

/** Width and height that name a resolution and an aspect ratio. Some models make videos that differ by a few pixels. */
export const SIZES: Record<Quality, Record<Ratio, string>> = {
  '480p': { '16:9': '854x480', '9:16': '480x854', '1:1': '480x480' },
  '720p': { '16:9': '1280x720', '9:16': '720x1280', '1:1': '720x720' },
};

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
/** A video in the form of the Videos API. Luit's own facts are under `luit`. */
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
