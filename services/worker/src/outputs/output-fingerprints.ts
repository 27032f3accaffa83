import { fingerprintOf } from '@luit/platform/fingerprints/fingerprint';
import {
  FRAME_SIDE,
  frameFilters,
  frameOfRgb,
  framesOf,
  type Frame,
  VIDEO_FRAMES,
} from '@luit/platform/fingerprints/frames';
import { MediaPrograms } from '@luit/platform/media/media-programs';
import { Storage } from '@luit/platform/storage/storage';
import { Injectable, Logger } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { HeldLease } from '../leases/leases';
import type { VideoFacts } from './video-check';

/** Blocks at the edges that this filter would smooth do not show in frames of a few pixels. */
const FAST_DECODING = ['-skip_loop_filter', 'all', '-threads', '1'];

/** Describes what outputs look like, so that copies without metadata are recognized. An output without a fingerprint is still valid. */
@Injectable()
export class OutputFingerprints {
  private readonly log = new Logger(OutputFingerprints.name);

  constructor(
    private readonly programs: MediaPrograms,
    private readonly storage: Storage,
  ) {}

  /** @returns hex; null if the video is too plain or cannot be described */
  ofVideo(folder: string, video: string, { durationSeconds }: VideoFacts, held: HeldLease): Promise<string | null> {
    return this.describe(held, async () => {
      const raw = join(folder, 'frames.raw');
      const input = ['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', 'mov', ...FAST_DECODING];
      const output = ['-map', '0:v:0', '-vf', frameFilters(durationSeconds), '-f', 'rawvideo', raw];
      await this.programs.run('ffmpeg', [...input, '-i', video, ...output], held.signal);
      return framesOf(await readFile(raw), VIDEO_FRAMES);
    });
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
