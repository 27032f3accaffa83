import { LuitError } from '@luit/contracts/errors';
import { Inject, Injectable } from '@nestjs/common';
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CONFIG, type GatewayConfig } from '../config';
import { ImageHeaderError } from './image-header';

const PROGRAM = join(__dirname, '..', '..', 'programs', 'clean-image.mjs');
/** The longest side that models get, pixels; the worker reads nothing larger (its `MAX_INPUT_SIDE`). */
const MAX_SIDE = 2_048;
/** Fifteen times what 50 megapixels take on one core (about 2 s); a picture made to take long is given up. */
const TIMEOUT_MS = 30_000;
/** The other half of the cores keeps serving. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
/** Whoever comes later would wait longer than a browser does. */
const MAX_WAITING = 24;
export const BUSY = 'Many images are being uploaded right now. Please try again in a minute.';
/** How much a process writes on standard error, where it fails without a word of its own. */
const MAX_ERROR_CHARACTERS = 200;

/** Writes uploaded images anew, a few at a time, each in a process of its own that knows no secret. */
@Injectable()
export class ImageCleaner {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(@Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'uploads'>) {}

  /**
   * The same picture in the same format without anything else, at most 2048 pixels wide and high.
   *
   * @throws ImageHeaderError `broken` where it cannot be decoded in time; LuitError 503 where too many wait already
   */
  async clean(image: Buffer): Promise<Buffer> {
    if (this.waiting.length >= MAX_WAITING) {
      throw new LuitError('unavailable', BUSY);
    }
    if (this.running >= AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      return await run(image, this.config.uploads.maxPixels);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

async function run(image: Buffer, maxPixels: number): Promise<Buffer> {
  const child = spawn(process.execPath, [PROGRAM, String(maxPixels), String(MAX_SIDE)], {
    env: { MALLOC_ARENA_MAX: '2' },
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const sent = pipeline([image], child.stdin).catch((error: unknown) => error);
  const [status, cleaned, said] = await Promise.all([ended, buffer(child.stdout), text(child.stderr), sent]);
  if (status === 0 && cleaned.length > 0) return cleaned;
  throw new ImageHeaderError('broken', said.slice(0, MAX_ERROR_CHARACTERS) || 'The decoder was ended');
}
