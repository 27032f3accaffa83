import sharp from 'sharp';

export interface FrameSize {
  width: number;
  height: number;
}

/** Longer images are cropped, as vendors do. */
const MAX_SHAPE = 2.4;

/**
 * The size of a video in pixels.
 *
 * @param resolution the short side, such as `1080p`
 * @param ratio width to height, such as `21:9`
 */
export function sizeOf(resolution: string, ratio: string): FrameSize {
  const [width = 16, height = 9] = ratio.split(':').map(Number);
  return sizeOfShape(Number.parseInt(resolution, 10), width, height);
}

/** The size of a video that has the ratio of an image. @throws Error if it is not an image */
export async function sizeOfImage(resolution: string, image: Buffer): Promise<FrameSize> {
  const { width, height } = await sharp(image).metadata();
  return sizeOfShape(Number.parseInt(resolution, 10), width, height);
}

/** The size of an image of about that many megapixels (2²⁰ pixels), with sides that are multiples of 16. */
export function sizeOfMegapixels(megapixels: number, ratio: string): FrameSize {
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  const unit = Math.sqrt((megapixels * 2 ** 20) / (width * height));
  const side = (part: number) => Math.round((unit * part) / 16) * 16;
  return { width: side(width), height: side(height) };
}

function sizeOfShape(shortSide: number, width: number, height: number): FrameSize {
  const shape = Math.min(MAX_SHAPE, Math.max(width, height) / Math.min(width, height));
  // H.264 in yuv420p requires even sides.
  const longSide = Math.round((shortSide * shape) / 2) * 2;
  return width >= height ? { width: longSide, height: shortSide } : { width: shortSide, height: longSide };
}
