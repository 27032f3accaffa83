import { contentTypeOf, type Storage } from '@luit/platform/storage/storage';
import { Injectable } from '@nestjs/common';
import type { FormatEnum, Metadata } from 'sharp';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openImage } from '../images/safe-sharp';
import { Turns } from '../images/turns';

/** The longest side that models get, pixels: four times that is what the largest restoration may measure. */
export const MAX_INPUT_SIDE = 2_048;
const MAX_PIXELS = 50_000_000;
const MAX_BYTES = 20 * 1024 * 1024;
const QUALITY = 95;
const AT_ONCE = 2;

/** The input is no picture that can be decoded; asking again cannot help. */
export class InputImageError extends Error {
  override readonly name = 'InputImageError';
}

/** Input images as providers take them: decoded and written anew, so that nothing but the picture goes out. */
@Injectable()
export class InputImages {
  private readonly turns = new Turns(AT_ONCE);

  constructor(private readonly storage: Storage) {}

  /**
   * The stored image as a data URI, for our own links are not reachable from outside everywhere: a JPEG, upright,
   * without metadata, its longest side at most 2048 pixels. Null without a key.
   *
   * @throws InputImageError where it cannot be decoded or is gone
   */
  async read(key: string | null): Promise<string | null> {
    if (key === null) return null;
    return this.turns.take(async () => {
      const image = await this.clean(key);
      const jpeg = await decoded(() =>
        shrunk(image).flatten({ background: '#fff' }).jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toBuffer(),
      );
      return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
    });
  }

  /**
   * What people upload tells where and with what it was taken. The first look at it puts a copy without that, and no
   * larger than models get, in its place; a job that is submitted again finds little left to do.
   */
  private async clean(key: string): Promise<Buffer> {
    const stored = await this.storage.get(key);
    if (!stored) throw new InputImageError(`The input image ${key} is not in the storage`);
    const image = await buffer(stored.stream);
    const facts = await decoded(() => openImage(image, MAX_PIXELS).metadata());
    if (isClean(facts)) return image;
    const contentType = contentTypeOf(key);
    const format = contentType.slice('image/'.length) as keyof FormatEnum;
    const cleaned = await decoded(() => shrunk(image).toFormat(format, { quality: QUALITY }).toBuffer());
    await this.storage.put(key, Readable.from([cleaned]), { contentType, maxBytes: MAX_BYTES });
    return cleaned;
  }
}

function shrunk(image: Buffer) {
  const box = { width: MAX_INPUT_SIDE, height: MAX_INPUT_SIDE };
  return openImage(image, MAX_PIXELS).resize({ ...box, fit: 'inside', withoutEnlargement: true });
}

function isClean({ exif, xmp, iptc, comments, orientation, width, height }: Metadata): boolean {
  const tells = exif ?? xmp ?? iptc ?? comments ?? (orientation && orientation > 1);
  return !tells && Math.max(width, height) <= MAX_INPUT_SIDE;
}

async function decoded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new InputImageError(`The input image cannot be decoded: ${(error as Error).message}`);
  }
}
