import sharp from 'sharp';

export const aspectRatios = ['16:9', '9:16', '1:1'] as const;
export type AspectRatio = (typeof aspectRatios)[number];

export interface FrameSize {
  width: number;
  height: number;
}

const SHORT_SIDES = { '480p': 480, '720p': 720 };
const SHAPES: Record<AspectRatio, [number, number]> = { '16:9': [16, 9], '9:16': [9, 16], '1:1': [1, 1] };
/** Longer images are cropped, as vendors do. */
const MAX_SHAPE = 2.4;

/** The size of a video in pixels: `resolution` is its short side. */
export function sizeOf(resolution: keyof typeof SHORT_SIDES, ratio: AspectRatio): FrameSize {
  return sizeOfShape(SHORT_SIDES[resolution], ...SHAPES[ratio]);
}

/** The size of a video that has the ratio of an image. @throws Error if it is not an image */
export async function sizeOfImage(resolution: keyof typeof SHORT_SIDES, image: Buffer): Promise<FrameSize> {
  const { width, height } = await sharp(image).metadata();
  return sizeOfShape(SHORT_SIDES[resolution], width, height);
}

function sizeOfShape(shortSide: number, width: number, height: number): FrameSize {
  const shape = Math.min(MAX_SHAPE, Math.max(width, height) / Math.min(width, height));
  // H.264 in yuv420p requires even sides.
  const longSide = Math.round((shortSide * shape) / 2) * 2;
  return width >= height ? { width: longSide, height: shortSide } : { width: shortSide, height: longSide };
}
