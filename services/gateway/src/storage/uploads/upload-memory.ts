import { LuitError } from '@luit/contracts/errors';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../../config';
import { tooManyImages } from './image-cleaner';

/** Total size of uploads that are being received or wait for re-encoding. */
const MAX_BUFFERED_BYTES = 96 * 1024 * 1024;
/** The share of the memory that one account, or one guest address, may hold, unless a single image is larger. */
const SHARE_BYTES = MAX_BUFFERED_BYTES / 3;
const RETRY_AFTER_SECONDS = 5;

/** Counts the uploaded bytes that this process holds, and limits their sum, in total and for each account. */
@Injectable()
export class UploadMemory {
  private bufferedBytes = 0;
  private readonly bytesOf = new Map<string, number>();
  private readonly share: number;

  constructor(@Inject(CONFIG) { uploads }: Pick<GatewayConfig, 'uploads'>) {
    this.share = Math.max(SHARE_BYTES, uploads.maxBytes);
  }

  /**
   * Counts bytes. The caller releases them in every case.
   *
   * @param uploader an account or the address of a guest
   * @throws LuitError `too_many_requests` if this uploader holds too many bytes; `unavailable` if all of them together do
   */
  hold(bytes: number, uploader: string): void {
    this.bufferedBytes += bytes;
    const own = (this.bytesOf.get(uploader) ?? 0) + bytes;
    this.bytesOf.set(uploader, own);
    if (own > this.share) throw tooManyOwnImages();
    if (this.bufferedBytes > MAX_BUFFERED_BYTES) throw tooManyImages();
  }

  release(bytes: number, uploader: string): void {
    this.bufferedBytes -= bytes;
    const left = (this.bytesOf.get(uploader) ?? 0) - bytes;
    if (left > 0) this.bytesOf.set(uploader, left);
    else this.bytesOf.delete(uploader);
  }
}

function tooManyOwnImages(): LuitError {
  const text = 'You’re uploading many images at once. Please wait until some of them are done.';
  return new LuitError('too_many_requests', text, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
