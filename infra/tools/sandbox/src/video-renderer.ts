import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { path as ffmpeg } from '@ffmpeg-installer/ffmpeg';
import { ffmpegArguments, type VideoSpec } from './ffmpeg-arguments';
import { wrapText } from './wrap-text';

const run = promisify(execFile);
const fontFile = 'sandbox-font.ttf';
const renderTimeoutMs = 120_000;
/** Niceness of ffmpeg processes. */
const RENDER_NICENESS = 5;

/**
 * Renders sandbox videos with at most two ffmpeg processes. It uses the packaged ffmpeg, which is a static binary: Debian's
 * needs a tenth of a second of CPU time to load its libraries.
 */
export class VideoRenderer {
  private readonly slots = new Slots(2);

  /** @param folder ffmpeg's working folder, so that file names in arguments need no escaping */
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
    copyFileSync(
      join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf', 'DejaVuSans.ttf'),
      join(folder, fontFile),
    );
  }

  /** Renders a video and moves it to `path` once it is complete. */
  async render(video: VideoSpec, path: string, signal: AbortSignal): Promise<void> {
    const name = randomUUID();
    const files = {
      font: fontFile,
      text: `${name}.txt`,
      image: `${name}.image`,
      lastImage: `${name}.last`,
      references: (video.references ?? []).map((_, i) => `${name}.reference${i}`),
      output: `${name}.mp4`,
    };
    await this.slots.use(async () => {
      signal.throwIfAborted();
      try {
        await writeFile(join(this.folder, files.text), wrapText(video.text));
        if (video.image) await writeFile(join(this.folder, files.image), video.image);
        if (video.lastImage) await writeFile(join(this.folder, files.lastImage), video.lastImage);
        for (const [i, image] of (video.references ?? []).entries())
          await writeFile(join(this.folder, files.references[i] ?? ''), image);
        await this.run(ffmpegArguments(video, files), signal);
        await rename(join(this.folder, files.output), path);
      } finally {
        const leftovers = [files.text, files.image, files.lastImage, ...files.references, files.output];
        await Promise.all(leftovers.map((each) => rm(join(this.folder, each), { force: true })));
      }
    });
  }

  private async run(args: string[], signal: AbortSignal): Promise<void> {
    const running = run(ffmpeg, args, { cwd: this.folder, signal, timeout: renderTimeoutMs });
    if (running.child.pid !== undefined) lowerPriority(running.child.pid);
    await running;
  }
}

/** Rendering must not take CPU time from the services that wait for it. */
function lowerPriority(pid: number): void {
  // Child processes inherit the niceness, which cannot be lowered again.
  if (getPriority() >= RENDER_NICENESS) return;
  try {
    setPriority(pid, RENDER_NICENESS);
  } catch {
    // The process has exited, or the system denies it. The priority is only an optimization.
  }
}

/** Limits concurrency; further work waits in a queue. */
class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async use(work: () => Promise<void>): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
