import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { VideoRenderer } from '@luit/sandbox/video-renderer';
import { type FinishedVideo, finishVideo } from '@luit/worker/outputs/finished-video';
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { foreignSources } from './foreign-sources';
import type { Random } from '@luit/platform/testing/random';

const WORDS =
  'cat river boat sunset mountain city rain neon market tea train old woman child tiger forest dance lamp moon sea kite';
const STYLES = ['', '', 'cinematic', 'documentary', 'watercolor', 'clay animation', 'black and white', 'golden hour'];
const CAMERAS = ['', '', 'static camera', 'pushes in', 'pulls back', 'pans left', 'orbits', 'crane shot'];
const SIZES = [
  { width: 854, height: 480 },
  { width: 480, height: 854 },
  { width: 480, height: 480 },
  { width: 1_280, height: 720 },
] as const;
export const SECONDS = 3;
const LABEL = { text: 'AI-generated', corner: 'bottom-right', sizePercent: 4, seconds: null } as const;
const MAX_CROP = 0.1;
const CODING = ['-c:v', 'libx264', '-threads', '1', '-pix_fmt', 'yuv420p', '-an', '-t', String(SECONDS)];

/** Makes videos in a folder: the sandbox's videos as users receive them, other videos, and altered copies of both. */
export class SampleVideos {
  private readonly renderer: VideoRenderer;

  constructor(
    private readonly programs: MediaPrograms,
    private readonly folder: string,
    private readonly random: Random,
    private readonly signal: AbortSignal,
  ) {
    this.renderer = new VideoRenderer(join(folder, 'renderer'));
  }

  /** A video of the sandbox with metadata and label. */
  async ours(): Promise<FinishedVideo> {
    const { random } = this;
    const words = Array.from({ length: random.int(3, 14) }, () => random.pick(WORDS.split(' '))).join(' ');
    const text = [words, random.pick(STYLES), random.pick(CAMERAS)].filter(Boolean).join(', ');
    const size = random.pick(SIZES);
    const folder = join(this.folder, randomUUID());
    await mkdir(folder);
    const rendered = join(folder, 'rendered.mp4');
    await this.renderer.render({ text, seconds: SECONDS, seed: random.int(0, 1e6), ...size }, rendered, this.signal);
    const metadata = { comment: 'AI', digitalSourceType: 'AI', identifier: `urn:uuid:${randomUUID()}` };
    const facts = { durationSeconds: SECONDS, ...size, sound: null };
    return finishVideo(this.programs, folder, rendered, { copy: { metadata, label: LABEL }, facts }, this.signal);
  }

  /** @param index videos with consecutive numbers come from different sources */
  async foreign(index: number): Promise<string> {
    const { width, height } = this.random.pick(SIZES);
    const sources = foreignSources(this.random, width, height);
    const path = join(this.folder, `${randomUUID()}.mp4`);
    const source = sources[index % sources.length] ?? 'testsrc';
    await this.run(['-f', 'lavfi', '-i', source, '-preset', 'ultrafast', ...CODING, path]);
    return path;
  }

  /** A copy without metadata that is cropped by up to a tenth, encoded again and, in half of the cases, smaller. */
  async altered(video: string): Promise<string> {
    const { random } = this;
    const kept = { width: 1 - random.next() * MAX_CROP, height: 1 - random.next() * MAX_CROP };
    const offset = (length: 'width' | 'height') => ((1 - kept[length]) * random.next()).toFixed(4);
    const crop =
      `crop=trunc(iw*${kept.width}/2)*2:trunc(ih*${kept.height}/2)*2:` + `iw*${offset('width')}:ih*${offset('height')}`;
    const scale = random.next() < 0.5 ? [] : [`scale=trunc(iw*${0.5 + random.next() / 2}/2)*2:-2`];
    const path = join(this.folder, `${randomUUID()}.mp4`);
    const quality = ['-preset', 'veryfast', '-crf', String(random.int(24, 35))];
    await this.run([
      '-i',
      video,
      '-map_metadata',
      '-1',
      '-vf',
      [crop, ...scale].join(','),
      ...quality,
      ...CODING,
      path,
    ]);
    return path;
  }

  private async run(args: string[]): Promise<void> {
    await this.programs.run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], this.signal);
  }
}
