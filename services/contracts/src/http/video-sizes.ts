import { pixelSize } from '../generation/catalog/pixel-size';
import { RATIOS, RESOLUTIONS } from '../generation/catalog/vocabulary';

type Resolution = (typeof RESOLUTIONS)[number];
type Ratio = (typeof RATIOS)[number];

/** Width and height that name a resolution and an aspect ratio. Some models make videos that differ by a few pixels. */
export function sizeOf(resolution: string, ratio: string): string {
  const { width, height } = pixelSize(resolution, ratio, 2);
  return `${width}x${height}`;
}

const NAMED = RESOLUTIONS.flatMap((resolution) =>
  RATIOS.map((aspectRatio) => [sizeOf(resolution, aspectRatio), { resolution, aspectRatio }] as const),
);
const BY_NAME: ReadonlyMap<string, { resolution: Resolution; aspectRatio: Ratio }> = new Map(NAMED);

export const VIDEO_SIZES = [...BY_NAME.keys()];

/** Undefined for a text that names no size. */
export function choiceOfSize(size: string): { resolution: Resolution; aspectRatio: Ratio } | undefined {
  return BY_NAME.get(size);
}
