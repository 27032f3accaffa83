import type { Storage } from '@luit/platform/storage/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Readable } from 'node:stream';
import { uuidv7 } from 'uuidv7';
import { STORAGE } from '../files/files.service';
import { ImageCleaner } from './image-cleaner';
import { type ImageKind, requireKind } from './image-kind';

const CONTENT_TYPES: Record<ImageKind, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

/** Re-encodes received images and stores them under generated names. */
@Injectable()
export class ImageStoreService {
  private readonly log = new Logger(ImageStoreService.name);

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly cleaner: ImageCleaner,
  ) {}

  /**
   * @param uploader an account or the address of a guest; their images are re-encoded in turn
   * @returns the storage key, `uploads/{uuid}.{jpg|png|webp}`. Keys are in the order of time, so that unused images are found
   *   without listing all.
   * @throws ImageError; LuitError `unavailable` if too many images wait, `storage_full`
   */
  async store(image: Buffer, uploader: string): Promise<string> {
    const kind = requireKind(image);
    const cleaned = await this.cleaner.clean(image, uploader);
    const key = `uploads/${uuidv7()}.${kind}`;
    await this.storage.put(key, Readable.from([cleaned]), {
      contentType: CONTENT_TYPES[kind],
      maxBytes: cleaned.length,
    });
    return key;
  }

  /** Bytes of a stored image; 0 if it was deleted. */
  async sizeOf(key: string): Promise<number> {
    return (await this.storage.stat(key))?.size ?? 0;
  }

  /** Deletes an unused image. If that fails, the file stays and a warning is logged. */
  async discard(key: string): Promise<void> {
    await this.storage.remove(key).catch((error: unknown) => {
      this.log.warn({ msg: 'Deleting an upload failed', key, err: error });
    });
  }
}
