import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import { path as bundledFfprobe } from '@ffprobe-installer/ffprobe';
import type { CommonConfig } from '@luit/platform/config';
import { Logger } from '@nestjs/common';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { withLimits } from './program-limits';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** Decoding is a worker's only CPU-heavy work, so its concurrency is limited independently of the queues. */
const CONCURRENCY = 2;
/** At most one program that may take longer runs at a time, so that short videos do not wait for long ones only. */
const LONG_MS = 5 * 60_000;
/** Allocation limit; an 8K frame takes 50 MB. */
const MAX_ALLOCATION_BYTES = 256 * 1024 * 1024;
/** The largest copy that is made of a video, with a label at 2160p, takes 0.9 to 1.2 GiB. */
const MEMORY_BYTES = 2 * 1024 ** 3;
/** Programs that read untrusted files get none of the worker's secrets. */
const environment = () => ({ PATH: process.env.PATH ?? '' });
/** The oldest major version that still receives security updates, in Debian 12. */
const OLDEST = 5;
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

  /**
   * @param cpuSeconds processor time that a program may use; null for as many seconds as it may take
   * @throws Error in production if a program is missing or too old, because files of strangers would be read by it
   */
  static async find(
    timeoutMs: number,
    mode: CommonConfig['mode'],
    cpuSeconds: number | null = null,
  ): Promise<MediaPrograms> {
    const [ffprobe, ffmpeg] = await Promise.all([isCurrent('ffprobe'), isCurrent('ffmpeg')]);
    if (!ffprobe || !ffmpeg) {
      const found = `${ffmpeg ? 'ffprobe' : 'ffmpeg'} ${OLDEST} or newer is not installed`;
      if (mode !== 'local')
        throw new Error(`${found}. Luit opens no file of a stranger with an older version. Install it.`);
      log.warn({ msg: `${found}. Luit uses the packaged version of 2018, which only local mode permits.` });
    }
    const programs = [ffprobe ? 'ffprobe' : bundledFfprobe, ffmpeg ? 'ffmpeg' : bundledFfmpeg] as const;
    return new MediaPrograms(...programs, timeoutMs, cpuSeconds);
  }

  /**
   * @param moreMs for work that grows with its video, in addition to the timeout of every run
   * @returns stdout; @throws if the program fails, times out, uses too much memory or processor time (`signal` SIGKILL), or the signal is aborted
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
      const cpuSeconds = this.cpuSeconds ?? Math.ceil(timeout / 1_000);
      const command = withLimits({ cpuSeconds, memoryBytes: MEMORY_BYTES }, this[program], limitedArgs);
      const { stdout } = await run(...command, { ...limits, env: environment() });
      return stdout;
    });
  }
}

/** Builds of a commit have no version and count as current. */
async function isCurrent(command: string): Promise<boolean> {
  try {
    const { stdout } = await run(command, ['-version'], { env: environment() });
    const [, major] = /^\w+ version n?(\d+)\./.exec(stdout) ?? [];
    return major === undefined || Number(major) >= OLDEST;
  } catch (error) {
    log.debug({ msg: 'The program does not run', command, err: error });
    return false;
  }
}
