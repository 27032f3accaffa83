import sharp, { type Sharp } from 'sharp';
import { openImage } from '../images/safe-sharp';
import { drawLabel } from './ai-label';
import { type AiMetadata, xmpOf } from './ai-metadata';
import { OutputError } from './output-error';

/** Of the largest restoration: four times 2048 pixels each way, and a little. */
const MAX_PIXELS = 80_000_000;
const PREVIEW_SIDE = 1_280;
const JPEG_QUALITY = 95;

export interface ImageFiles {
  image: Buffer;
  /** Bytes decide, whatever the provider called it. */
  extension: 'jpg' | 'png';
  /** A small JPEG for lists. */
  preview: Buffer;
  width: number;
  height: number;
}

/**
 * Looks into an image that came from outside by decoding all of it, and writes it anew with the mark of its making, as
 * JPEG where it came as one, else as PNG.
 *
 * @param label drawn into the picture; null for none
 * @throws OutputError
 */
export async function finishImage(path: string, mark: AiMetadata, label: string | null): Promise<ImageFiles> {
  try {
    const facts = await openImage(path, MAX_PIXELS).metadata();
    const {
      format,
      autoOrient: { width, height },
    } = facts;
    const extension = format === 'jpeg' ? 'jpg' : 'png';
    const drawn = await withLabel(openImage(path, MAX_PIXELS), { width, height }, label);
    const written = extension === 'jpg' ? drawn.jpeg({ quality: JPEG_QUALITY }) : drawn.png();
    const image = await written.withXmp(xmpOf(mark)).toBuffer();
    const preview = await sharp(image, { limitInputPixels: MAX_PIXELS })
      .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80 })
      .toBuffer();
    return { image, extension, preview, width, height };
  } catch (error) {
    throw new OutputError('no_image', `It is no image that can be used: ${(error as Error).message}`);
  }
}

async function withLabel(image: Sharp, size: { width: number; height: number }, label: string | null): Promise<Sharp> {
  if (label === null) return image;
  return image.composite([{ input: await drawLabel(label, size), gravity: 'southeast' }]);
}
