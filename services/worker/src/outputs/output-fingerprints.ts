import { fingerprintOf } from '@luit/media/fingerprints/fingerprint';
import { FRAME_SIDE, type Frame, frameOfRgb, framesOf, VIDEO_FRAMES } from '@luit/media/fingerprints/frames';
import { Storage } from '@luit/platform/storage/storage';
import { Injectable, Logger } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { HeldLease } from '../leases/leases';

/** Describes what outputs look like, so that copies without metadata are recognized. An output without a fingerprint is still valid. */
@Injectable()
export class OutputFingerprints {
  private readonly log = new Logger(OutputFingerprints.name);

  constructor(private readonly storage: Storage) {}

  /** @param frames the path of raw frames @returns hex; null if the video is too plain or cannot be described */
  ofVideo(frames: string, held: HeldLease): Promise<string | null> {
    return this.describe(held, async () => framesOf(await readFile(frames), VIDEO_FRAMES));
  }

  /** @param preview a small JPEG that we made */
  ofPhoto(preview: Buffer, held: HeldLease): Promise<string | null> {
    return this.describe(held, async () => {
      const resized = sharp(preview).resize({ width: FRAME_SIDE, height: FRAME_SIDE, fit: 'fill' });
      return [frameOfRgb(await resized.removeAlpha().toColorspace('srgb').raw().toBuffer())];
    });
  }

  async ofStoredPhoto(previewKey: string, held: HeldLease): Promise<string | null> {
    const stored = await this.storage.get(previewKey);
    return stored && this.ofPhoto(await buffer(stored.stream), held);
  }

  private async describe({ requestId, signal }: HeldLease, read: () => Promise<Frame[]>): Promise<string | null> {
    try {
      return fingerprintOf(await read())?.toString('hex') ?? null;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      this.log.warn({ msg: 'Fingerprinting failed', requestId, reason: (error as Error).message });
      return null;
    }
  }
}
