import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import { path as bundledFfprobe } from '@ffprobe-installer/ffprobe';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Turns } from '../images/turns';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** Decoding is the only heavy work of a worker, so few run at once however many jobs are in hand. */
const MAX_AT_ONCE = 2;

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
    return new MediaPrograms(ffprobe ? 'ffprobe' : bundledFfprobe, ffmpeg ? 'ffmpeg' : bundledFfmpeg, timeoutMs);
  }

  /** @returns what it prints; @throws when it fails, takes too long, or the signal is aborted */
  run(program: 'ffprobe' | 'ffmpeg', args: string[], signal: AbortSignal): Promise<string> {
    return this.turns.take(async () => {
      const options = { signal, timeout: this.timeoutMs, maxBuffer: MAX_OUTPUT_BYTES };
      const { stdout } = await run(this[program], args, options);
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
