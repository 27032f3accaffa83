import { Injectable } from '@nestjs/common';
import { tooManyImages } from './image-cleaner';

/** Total size of uploads that are being received or wait for re-encoding. */
const MAX_BUFFERED_BYTES = 96 * 1024 * 1024;

/** Counts the uploaded bytes that this process holds, and limits their sum. */
@Injectable()
export class UploadMemory {
  private bufferedBytes = 0;

  /**
   * Counts bytes. The caller releases them in every case.
   *
   * @throws LuitError `unavailable` if too many bytes are held
   */
  hold(bytes: number): void {
    this.bufferedBytes += bytes;
    if (this.bufferedBytes > MAX_BUFFERED_BYTES) throw tooManyImages();
  }

  release(bytes: number): void {
    this.bufferedBytes -= bytes;
  }
}
