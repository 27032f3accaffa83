import type { AspectRatio } from '../generation/options';
import type { VideoPlan } from '../generation/plans';

export type Ratio = Exclude<AspectRatio, 'original'>;
export type Quality = VideoPlan['quality'];

/** Width and height that name a resolution and an aspect ratio. Some models make videos that differ by a few pixels. */
export const SIZES: Record<Quality, Record<Ratio, string>> = {
  '480p': { '16:9': '854x480', '9:16': '480x854', '1:1': '480x480' },
  '720p': { '16:9': '1280x720', '9:16': '720x1280', '1:1': '720x720' },
};
export const VIDEO_SIZES = Object.values(SIZES).flatMap((sizes) => Object.values(sizes));
