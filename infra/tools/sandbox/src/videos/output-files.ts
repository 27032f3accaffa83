import { createReadStream, existsSync, mkdirSync, rmSync, statSync, writeFileSync, type ReadStream } from 'node:fs';
import { link, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoSpec } from '../ffmpeg-arguments';
import { type AspectRatio, sizeOf, sizeOfImage } from '../frame-sizes';
import type { VideoRenderer } from '../video-renderer';
import { loadImage } from './input-image';
import { type ColorInput, colorPhoto, type RestoreInput, restorePhoto } from './restored-photo';
import { withoutDirectives } from './directives';

export interface VideoInput {
  prompt: string;
  /** Seconds. */
  duration: 5 | 10;
  resolution: '480p' | '720p';
  /** First frame, for image to video: an http(s) URL or a data URI. */
  image?: string;
  /** The ratio of a video without an image; 16:9 by default. */
  aspectRatio?: AspectRatio;
  seed?: number;
  negativePrompt?: string;
  /** Last frame, as `image`. */
  lastImage?: string;
}

/** A video to generate, or a photo to restore or to color. */
interface RenderRequest {
  /** Lowercase letters and digits. */
  id: string;
  video: VideoInput | null;
  restore?: RestoreInput | null;
  color?: ColorInput | null;
}

/** The rendered outputs of all vendors, one file per task. */
export class OutputFiles {
  /** Paths of rendered videos by content, so that equal prompts are rendered once. */
  private readonly rendered = new Map<string, Promise<string>>();

  constructor(
    private readonly folder: string,
    private readonly renderer: VideoRenderer,
    /** If not, videos that differ in their seed only are rendered once. */
    private readonly variesBySeed = true,
  ) {
    mkdirSync(folder, { recursive: true });
  }

  path(id: string): string {
    return join(this.folder, `${id}.out`);
  }

  async render({ id, video, restore = null, color = null }: RenderRequest, signal: AbortSignal): Promise<void> {
    if (restore) await restorePhoto(await loadImage(restore.img, signal), restore, this.path(id));
    else if (color) await colorPhoto(await loadImage(color.image, signal), this.path(id));
    else if (video) await this.renderVideo(id, video, signal);
  }

  private async renderVideo(id: string, video: VideoInput, signal: AbortSignal): Promise<void> {
    const avoided = video.negativePrompt ? ` (without ${video.negativePrompt})` : '';
    const text = withoutDirectives(video.prompt) + avoided;
    const { duration, resolution, aspectRatio = '16:9' } = video;
    const seed = this.variesBySeed ? video.seed : undefined;
    const content = JSON.stringify([text, duration, resolution, aspectRatio, seed, video.image, video.lastImage]);
    const earlier = await this.rendered.get(content)?.catch(() => null);
    if (earlier && (await this.share(earlier, this.path(id)))) return;
    const load = (source: string | undefined) => source && loadImage(source, signal);
    const [image, lastImage] = await Promise.all([load(video.image), load(video.lastImage)]);
    const size = image ? await sizeOfImage(resolution, image) : sizeOf(resolution, aspectRatio);
    const spec: VideoSpec = {
      text,
      seconds: duration,
      seed,
      ...size,
      ...(image && { image }),
      ...(lastImage && { lastImage }),
    };
    const path = this.path(id);
    const rendering = this.renderer.render(spec, path, signal).then(() => path);
    this.rendered.set(content, rendering);
    await rendering;
  }

  writeInvalid(id: string): void {
    writeFileSync(this.path(id), 'This is not a video. The sandbox was asked for a bad output.\n');
  }

  remove(id: string): void {
    rmSync(this.path(id), { force: true });
  }

  /** Opens a file, or the part that a `Range` header selects; null if there is no such file. */
  open(id: string, range: string | undefined): OpenedFile | null {
    if (!/^[a-z0-9]+$/.test(id) || !existsSync(this.path(id))) return null;
    const { size } = statSync(this.path(id));
    const bytes = readRange(range, size);
    if (bytes === 'unsatisfiable') return { size, bytes, stream: null };
    return { size, bytes, stream: createReadStream(this.path(id), bytes ?? {}) };
  }

  private async share(from: string, to: string): Promise<boolean> {
    try {
      await unlink(to).catch(() => undefined);
      await link(from, to);
      return true;
    } catch {
      // The earlier file was removed, or the file system has no hard links: render it again.
      return false;
    }
  }
}

export type OpenedFile =
  | { size: number; bytes: 'unsatisfiable'; stream: null }
  | { size: number; bytes: { start: number; end: number } | null; stream: ReadStream };

/** Parses a single byte range, inclusive. Ignores any other range, as RFC 9110 allows. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const isSuffix = match[1] === '';
  const start = isSuffix ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = isSuffix || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  return start > end ? 'unsatisfiable' : { start, end };
}
