import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import { path as bundledFfprobe } from '@ffprobe-installer/ffprobe';
import { Logger } from '@nestjs/common';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Turns } from '../images/turns';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** Decoding is the only heavy work of a worker, so few run at once however many jobs are in hand. */
const MAX_AT_ONCE = 2;
/** Of one block: a frame of 8K takes 50 MB. A file that claims more is refused before it is allocated. */
const MAX_BLOCK_BYTES = 256 * 1024 * 1024;
/** Foreign files are read by a program that knows no secret of the worker. */
const ENVIRONMENT = { PATH: process.env.PATH ?? '' };
const log = new Logger('MediaPrograms');

/** ffmpeg's programs: those of the machine, else the packaged ones. */
export class MediaPrograms {
  private readonly turns = new Turns(MAX_AT_ONCE);

  constructor(
    private readonly ffprobe: string,
    private readonly ffmpeg: string,
    private readonly timeoutMs: number,
  ) {}

  static async find(timeoutMs: number): Promise<MediaPrograms> {
    const [ffprobe, ffmpeg] = await Promise.all([isRunnable('ffprobe'), isRunnable('ffmpeg')]);
    if (!ffprobe || !ffmpeg)
      log.warn({
        msg: 'The machine has no ffmpeg; using the packaged one of 2018. Install a current one in production.',
      });
    return new MediaPrograms(ffprobe ? 'ffprobe' : bundledFfprobe, ffmpeg ? 'ffmpeg' : bundledFfmpeg, timeoutMs);
  }

  /** @returns what it prints; @throws when it fails, takes too long, or the signal is aborted */
  run(program: 'ffprobe' | 'ffmpeg', args: string[], signal: AbortSignal): Promise<string> {
    return this.turns.take(async () => {
      const bounds = { signal, timeout: this.timeoutMs, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES } as const;
      const limited = ['-max_alloc', String(MAX_BLOCK_BYTES), ...args];
      const { stdout } = await run(this[program], limited, { ...bounds, env: ENVIRONMENT });
      return stdout;
    });
  }
}

async function isRunnable(command: string): Promise<boolean> {
  return run(command, ['-version']).then(
    () => true,
    () => false,
  );
}
