import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import { path as bundledFfprobe } from '@ffprobe-installer/ffprobe';
import { Logger } from '@nestjs/common';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { withCpuLimit } from './cpu-limit';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** Decoding is a worker's only CPU-heavy work, so its concurrency is limited independently of the queues. */
const CONCURRENCY = 2;
/** At most one program that may take longer runs at a time, so that short videos do not wait for long ones only. */
const LONG_MS = 5 * 60_000;
/** Allocation limit; an 8K frame takes 50 MB. */
const MAX_ALLOCATION_BYTES = 256 * 1024 * 1024;
/** Programs that read untrusted files get none of the worker's secrets. */
const ENVIRONMENT = { PATH: process.env.PATH ?? '' };
const log = new Logger('MediaPrograms');

/** The ffmpeg programs of the machine, with the packaged ones as a fallback. */
export class MediaPrograms {
  private readonly limit = pLimit(CONCURRENCY);
  private readonly limitLong = pLimit(1);

  constructor(
    private readonly ffprobe: string,
    private readonly ffmpeg: string,
    private readonly timeoutMs: number,
    private readonly cpuSeconds: number | null = null,
  ) {}

  /** @param cpuSeconds processor time that a program may use */
  static async find(timeoutMs: number, cpuSeconds: number | null = null): Promise<MediaPrograms> {
    const [ffprobe, ffmpeg] = await installed();
    if (!ffprobe || !ffmpeg)
      log.warn({
        msg: 'ffmpeg is not installed; using the packaged version of 2018. Install a current version in production.',
      });
    const programs = [ffprobe ? 'ffprobe' : bundledFfprobe, ffmpeg ? 'ffmpeg' : bundledFfmpeg] as const;
    return new MediaPrograms(...programs, timeoutMs, cpuSeconds);
  }

  /**
   * @param moreMs for work that grows with its video, in addition to the timeout of every run
   * @returns stdout; @throws if the program fails, times out, uses too much processor time (`signal` SIGKILL), or the signal is aborted
   */
  run(program: 'ffprobe' | 'ffmpeg', args: string[], signal: AbortSignal, moreMs = 0): Promise<string> {
    const start = () => this.start(program, args, signal, moreMs);
    return moreMs > LONG_MS ? this.limitLong(start) : start();
  }

  private start(program: 'ffprobe' | 'ffmpeg', args: string[], signal: AbortSignal, moreMs: number): Promise<string> {
    return this.limit(async () => {
      const timeout = this.timeoutMs + moreMs;
      const limits = { signal, timeout, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES } as const;
      const limitedArgs = ['-max_alloc', String(MAX_ALLOCATION_BYTES), ...args];
      const command = this[program];
      const [file, fileArgs] =
        this.cpuSeconds === null ? [command, limitedArgs] : withCpuLimit(this.cpuSeconds, command, limitedArgs);
      const { stdout } = await run(file, fileArgs, { ...limits, env: ENVIRONMENT });
      return stdout;
    });
  }
}

/** Returns whether ffprobe and ffmpeg are installed. Checked once per process. */
let programsFound: Promise<boolean[]> | undefined;
const installed = () => (programsFound ??= Promise.all([isRunnable('ffprobe'), isRunnable('ffmpeg')]));

async function isRunnable(command: string): Promise<boolean> {
  return run(command, ['-version']).then(
    () => true,
    () => false,
  );
}
