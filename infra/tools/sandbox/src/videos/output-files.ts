import { createReadStream, existsSync, mkdirSync, rmSync, statSync, writeFileSync, type ReadStream } from 'node:fs';
import { link, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoSpec } from '../ffmpeg-arguments';
import { sizeOf, sizeOfImage } from '../frame-sizes';
import type { VideoRenderer } from '../video-renderer';
import { loadImage } from './input-image';
import { renderImage } from './rendered-image';
import { colorPhoto, restorePhoto } from './restored-photo';
import { withoutDirectives } from './directives';
import type { VideoInput, Work } from './work';

interface RenderRequest {
  /** Lowercase letters and digits. */
  id: string;
  work: Work;
}

/** No task makes more images. */
const MAX_FILES = 4;

/** The rendered outputs of all vendors. */
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

  /** @param index of an image, for a task with several */
  path(id: string, index = 0): string {
    return join(this.folder, index === 0 ? `${id}.out` : `${id}-${index}.out`);
  }

  async render({ id, work }: RenderRequest, signal: AbortSignal): Promise<void> {
    if (work.kind === 'video') return this.renderVideo(id, work, signal);
    if (work.kind === 'restore') return restorePhoto(await loadImage(work.img, signal), work, this.path(id));
    if (work.kind === 'color') return colorPhoto(await loadImage(work.image, signal), this.path(id));
    const source = work.image === undefined ? null : await loadImage(work.image, signal);
    const input = { ...work, prompt: withoutDirectives(work.prompt) };
    for (let i = 0; i < work.count; i += 1) await renderImage(input, i, source, this.path(id, i));
  }

  private async renderVideo(id: string, video: VideoInput, signal: AbortSignal): Promise<void> {
    const text = withoutDirectives(video.prompt);
    const seed = this.variesBySeed ? video.seed : undefined;
    const content = JSON.stringify({ ...video, prompt: text, seed });
    const earlier = await this.rendered.get(content)?.catch(() => null);
    if (earlier && (await this.share(earlier, this.path(id)))) return;
    const load = async (source: string | undefined) => (source === undefined ? undefined : loadImage(source, signal));
    const [image, lastImage] = await Promise.all([load(video.image), load(video.lastImage)]);
    const references = await Promise.all((video.references ?? []).map((source) => loadImage(source, signal)));
    const { resolution, aspectRatio = '16:9', framesPerSecond } = video;
    const ownSize = image ? await sizeOfImage(resolution, image) : sizeOf(resolution, aspectRatio);
    const spec: VideoSpec = {
      ...{ text, seconds: video.duration, seed, ...(video.size ?? ownSize) },
      ...{ image, lastImage, references, framesPerSecond, hasSound: video.sound },
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
    for (let i = 0; i < MAX_FILES; i += 1) rmSync(this.path(id, i), { force: true });
  }

  /** Opens a file, or the part that a `Range` header selects; null if there is no such file. */
  open(id: string, index: number, range: string | undefined): OpenedFile | null {
    const path = this.path(id, index);
    if (!/^[a-z0-9]+$/.test(id) || !existsSync(path)) return null;
    const { size } = statSync(path);
    const bytes = readRange(range, size);
    if (bytes === 'unsatisfiable') return { size, bytes, stream: null };
    return { size, bytes, stream: createReadStream(path, bytes ?? {}) };
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
