import sharp, { type Sharp } from 'sharp';
import { openImage } from '../images/safe-sharp';
import { type DrawnLabel, drawLabel } from './ai-label';
import { type AiMetadata, xmpOf } from '../content-credentials/ai-metadata';
import { OutputError } from '@luit/engines/transport/output-error';
import type { ImageExtension } from './output-keys';

/** Slightly more than the largest restoration: four times 2,048 pixels on each side. */
const MAX_PIXELS = 80_000_000;
const PREVIEW_SIDE = 1_280;
/** Of JPEG and WebP. */
const QUALITY = 95;
const FORMATS = { jpg: 'jpeg', png: 'png', webp: 'webp' } as const;

const GRAVITIES: Record<DrawnLabel['corner'], string> = {
  'top-left': 'northwest',
  'top-right': 'northeast',
  'bottom-left': 'southwest',
  'bottom-right': 'southeast',
};

export interface ImageFiles {
  image: Buffer;
  /** Detected from the content. */
  extension: ImageExtension;
  /** A small JPEG for lists. */
  preview: Buffer;
  width: number;
  height: number;
}

/**
 * Decodes an untrusted image completely and re-encodes it in its format, with AI metadata.
 *
 * @param label drawn into the image; null for none
 * @throws OutputError
 */
export async function finishImage(path: string, metadata: AiMetadata, label: DrawnLabel | null): Promise<ImageFiles> {
  try {
    const facts = await openImage(path, MAX_PIXELS).metadata();
    const {
      format,
      autoOrient: { width, height },
    } = facts;
    const extension = format === 'jpeg' ? 'jpg' : format === 'webp' ? 'webp' : 'png';
    const labeled = await withLabel(openImage(path, MAX_PIXELS), { width, height }, label);
    const encoded = labeled.toFormat(FORMATS[extension], extension === 'png' ? {} : { quality: QUALITY });
    const image = await encoded.withXmp(xmpOf(metadata)).toBuffer();
    const preview = await sharp(image, { limitInputPixels: MAX_PIXELS })
      .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80 })
      .withXmp(xmpOf(metadata))
      .toBuffer();
    return { image, extension, preview, width, height };
  } catch (error) {
    throw new OutputError('no_image', `The output is not a valid image: ${(error as Error).message}`);
  }
}

async function withLabel(
  image: Sharp,
  size: { width: number; height: number },
  label: DrawnLabel | null,
): Promise<Sharp> {
  if (label === null) return image;
  return image.composite([{ input: await drawLabel(label, size), gravity: GRAVITIES[label.corner] }]);
}
