import { contentTypeOf, Storage } from '@luit/platform/storage/storage';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { FormatEnum, Metadata } from 'sharp';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Crop, cropBox } from '../images/crop';
import { openImage } from '../images/safe-sharp';

/** Maximum side length of input images in pixels; restorations enlarge them by up to four. */
export const MAX_INPUT_SIDE = 2_048;
const MAX_PIXELS = 50_000_000;
const MAX_BYTES = 20 * 1024 * 1024;
const QUALITY = 95;
const CONCURRENCY = 2;

/** The input image is missing or cannot be decoded; a retry cannot help. */
export class InputImageError extends Error {
  override readonly name = 'InputImageError';
}

/** Prepares input images for providers: decoded and re-encoded, so that only the pixels leave the installation. */
@Injectable()
export class InputImages {
  private readonly limit = pLimit(CONCURRENCY);

  constructor(private readonly storage: Storage) {}

  /**
   * The stored image as a data URI, because providers cannot reach the links of every installation: an upright JPEG without
   * metadata, at most 2,048 pixels on its longest side, cropped if asked.
   *
   * @throws InputImageError if it is missing or cannot be decoded
   */
  async read(key: string, crop: Crop | null = null): Promise<string> {
    return this.limit(async () => {
      const image = await this.clean(key);
      const jpeg = await decode(async () => {
        const source = crop ? await cropped(image, crop) : resized(image);
        return source.flatten({ background: '#fff' }).jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toBuffer();
      });
      return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
    });
  }

  /**
   * Uploads contain metadata such as location and camera. The first read replaces the stored image with a clean copy of the
   * size that models get, so later reads have little to do.
   */
  private async clean(key: string): Promise<Buffer> {
    const stored = await this.storage.get(key);
    if (!stored) throw new InputImageError(`The input image ${key} is not in the storage`);
    const image = await buffer(stored.stream);
    const facts = await decode(() => openImage(image, MAX_PIXELS).metadata());
    if (isClean(facts)) return image;
    const contentType = contentTypeOf(key);
    const format = contentType.slice('image/'.length) as keyof FormatEnum;
    const cleaned = await decode(() => resized(image).toFormat(format, { quality: QUALITY }).toBuffer());
    await this.storage.put(key, Readable.from([cleaned]), { contentType, maxBytes: MAX_BYTES });
    return cleaned;
  }
}

function resized(image: Buffer) {
  const box = { width: MAX_INPUT_SIDE, height: MAX_INPUT_SIDE };
  return openImage(image, MAX_PIXELS).resize({ ...box, fit: 'inside', withoutEnlargement: true });
}

/** A clean image is upright and small enough, so only its part has to be taken. */
async function cropped(image: Buffer, crop: Crop) {
  const opened = openImage(image, MAX_PIXELS);
  return opened.extract(cropBox(await opened.metadata(), crop));
}

function isClean({ exif, xmp, iptc, comments, orientation, width, height }: Metadata): boolean {
  const hasMetadata = exif ?? xmp ?? iptc ?? comments ?? (orientation && orientation > 1);
  return !hasMetadata && Math.max(width, height) <= MAX_INPUT_SIDE;
}

async function decode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new InputImageError(`The input image cannot be decoded: ${(error as Error).message}`);
  }
}
