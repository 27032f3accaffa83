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
/** Niceness of a renderer. */
const MODEST = 5;

/**
 * Renders sandbox films, two at once at most: H.264, yuv420p, playable while it loads. By the packaged ffmpeg, which is one
 * file: Debian's takes a tenth of a second of processor time to load its libraries.
 */
export class VideoRenderer {
  private readonly slots = new Slots(2);

  /** @param folder working folder: the font and the texts are read by bare names there, so nothing needs escaping */
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
    copyFileSync(
      join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf', 'DejaVuSans.ttf'),
      join(folder, fontFile),
    );
  }

  /** Writes the film to its path, whole or not at all. */
  async render(film: VideoSpec, path: string, signal: AbortSignal): Promise<void> {
    const name = randomUUID();
    const files = { font: fontFile, text: `${name}.txt`, image: `${name}.image`, output: `${name}.mp4` };
    await this.slots.use(async () => {
      signal.throwIfAborted();
      try {
        await writeFile(join(this.folder, files.text), wrapText(film.text));
        if (film.image) await writeFile(join(this.folder, files.image), film.image);
        await this.run(ffmpegArguments(film, files), signal);
        await rename(join(this.folder, files.output), path);
      } finally {
        const leftovers = [files.text, files.image, files.output];
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

/** Films must not take the processor from the services that wait for them. */
function lowerPriority(pid: number): void {
  // A process that was started modest hands that on, and may not be made less so.
  if (getPriority() >= MODEST) return;
  try {
    setPriority(pid, MODEST);
  } catch {
    // It has ended already, or the system does not let us: a courtesy, and the film comes all the same.
  }
}

/** Lets that many pieces of work run at once; the others wait in turn. */
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
