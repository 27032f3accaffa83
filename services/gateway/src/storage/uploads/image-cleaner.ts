import { LuitError } from '@luit/contracts/errors';
import { Inject, Injectable } from '@nestjs/common';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { NODE_PROGRAM_BYTES, withLimits } from '@luit/media/ffmpeg/program-limits';
import { FairLimit } from '@luit/platform/scheduling/fair-limit';
import { CONFIG, type GatewayConfig } from '../../config';
import { ImageError, type ImageFault } from './image-error';

const PROGRAM = join(__dirname, '..', '..', '..', 'programs', 'clean-image.mjs');
/** Longest side of input images, pixels. The worker rejects larger ones (`MAX_INPUT_SIDE`). */
const MAX_SIDE = 2_048;
/** Fifteen times the duration for 50 megapixels on one core (about 2 s). */
const TIMEOUT_MS = 30_000;
/** Processor time. Such an image takes about 2 s of it. */
const LIMITS = { cpuSeconds: 15, memoryBytes: NODE_PROGRAM_BYTES };
/** Leaves half of the cores to requests. */
const CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2));
/** Further uploads would wait longer than browsers do. When all places are taken, an uploader with fewer images takes one of the busiest. */
const WAITING = { total: 24, perNetwork: 24, perHost: 24 };
/** Exit codes of the program. */
const FAULTS: Partial<Record<number, ImageFault>> = {
  ...{ 2: 'broken', 3: 'animated', 4: 'too_many_pixels', 5: 'too_small', 6: 'too_narrow' },
};
/** Longest excerpt of standard error in an error message. */
const MAX_ERROR_CHARACTERS = 200;

/** Re-encodes uploaded images with limited concurrency, each in a child process without secrets. */
@Injectable()
export class ImageCleaner {
  private readonly limit = new FairLimit(CONCURRENCY, WAITING);
  /** By the hash of the image. */
  private readonly inProgress = new Map<string, Promise<Buffer>>();

  constructor(@Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'uploads'>) {}

  /**
   * Re-encodes an image in the same format without metadata, at most 2048 pixels wide and high. An image that is waiting or being
   * re-encoded already is not re-encoded again: on a slow machine, clients would otherwise fill the queue by repeating uploads.
   *
   * @param uploader an account or the address of a guest; they take turns
   * @throws ImageError `animated`, `too_many_pixels`, `too_small`, `too_narrow`; `broken` if it cannot be decoded in time. LuitError `unavailable` if too many
   *   images are waiting
   */
  async clean(image: Buffer, uploader: string): Promise<Buffer> {
    const hash = createHash('sha256').update(image).digest('hex');
    const started = this.inProgress.get(hash);
    if (started) return started;
    const cleaning = this.inTurn(image, uploader).finally(() => this.inProgress.delete(hash));
    this.inProgress.set(hash, cleaning);
    return cleaning;
  }

  private async inTurn(image: Buffer, uploader: string): Promise<Buffer> {
    try {
      const lane = { host: uploader, network: uploader };
      return await this.limit.run(lane, () => run(image, this.config.uploads.maxPixels));
    } catch (error) {
      // The queue's own errors are about attempts.
      throw error instanceof LuitError ? tooManyImages() : error;
    }
  }
}

export function tooManyImages(): LuitError {
  const text = 'We’re processing a lot of images right now. Please try again in a minute.';
  return new LuitError('unavailable', text, { retryAfterSeconds: 60 });
}

async function run(image: Buffer, maxPixels: number): Promise<Buffer> {
  const args = [PROGRAM, String(maxPixels), String(MAX_SIDE)];
  const child = spawn(...withLimits(LIMITS, process.execPath, args), {
    env: { MALLOC_ARENA_MAX: '2' },
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const exited = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const sent = pipeline([image], child.stdin).catch((error: unknown) => error);
  const [status, cleaned, errorText] = await Promise.all([exited, buffer(child.stdout), text(child.stderr), sent]);
  if (status === 0 && cleaned.length > 0) return cleaned;
  throw new ImageError(
    FAULTS[status ?? 0] ?? 'broken',
    errorText.slice(0, MAX_ERROR_CHARACTERS) || 'The decoder was killed',
  );
}
