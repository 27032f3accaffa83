import { OutputError } from '@luit/engines/transport/output-error';
import type { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAnimation } from '../images/safe-sharp';
import { codingTimeMs } from './coding-time';
import { checkVideo, type VideoFacts } from './video-check';
import { CODING, CONVERTED_SOUND, THREADS } from './finished-video';

/** What workflows save besides MP4, by the first bytes of the file. */
const FORMATS: [format: Format, pattern: RegExp][] = [
  ['mov', /^.{4}ftyp/s],
  ['matroska', /^\x1aE\xdf\xa3/],
  ['gif', /^GIF8/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['zip', /^PK\x03\x04/],
  ['image', /^(\x89PNG|\xff\xd8\xff)/],
];
type Format = 'mov' | 'matroska' | 'gif' | 'webp' | 'zip' | 'image';

const REASONS: Partial<Record<Format, string>> = {
  zip: 'The output is a ZIP archive, for example of frames. Let the workflow save a video',
  image: 'The output is an image. Choose the node that saves the video as the output node',
};
/** Of all frames of an animation together: five seconds of 720p. Larger ones belong into a video. */
const MAX_ANIMATION_PIXELS = 100_000_000;
/** The most that is converted of a video that is longer than ordered, so that the check of its length can refuse it. */
const LONGEST_SHARE = 2;
/** H.264 needs even sides. */
const EVEN = ['-vf', 'scale=trunc(iw/2)*2:trunc(ih/2)*2'];
/** What a conversion takes at most is that of the largest video that a model makes. */
const LARGEST = { width: 3_840, height: 2_160 };

interface Source {
  programs: MediaPrograms;
  folder: string;
  file: string;
  orderedSeconds: number;
}

/**
 * Checks an untrusted file; one that is a video in another format than MP4 with H.264 is converted first: WebM, QuickTime, GIF, animated WebP,
 * and MP4 with another codec.
 *
 * @throws OutputError with the reason, in words for operators
 */
export async function checkOrConvert(
  source: Source,
  signal: AbortSignal,
): Promise<{ video: string; facts: VideoFacts }> {
  const { programs, folder, file, orderedSeconds } = source;
  try {
    return { video: file, facts: await checkVideo(programs, file, orderedSeconds, signal) };
  } catch (error) {
    if (!(error instanceof OutputError) || error.code === 'wrong_duration') throw error;
    const format = await formatOf(file);
    const reason = format && REASONS[format];
    if (reason) throw new OutputError('unsupported_format', reason, true);
    if (!format) throw error;
    const video = join(folder, 'converted.mp4');
    const input = format === 'webp' ? await framesOf(source) : ['-f', format, ...THREADS, '-i', file];
    await convert(source, input, video, signal);
    return { video, facts: await checkVideo(programs, video, orderedSeconds, signal) };
  }
}

async function formatOf(file: string): Promise<Format | undefined> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    const head = buffer.subarray(0, bytesRead).toString('latin1');
    return FORMATS.find(([, pattern]) => pattern.test(head))?.[0];
  } finally {
    await handle.close();
  }
}

/** The demuxer is fixed, so a disguised playlist cannot make ffmpeg open other files or URLs. */
async function convert(
  { programs, orderedSeconds }: Source,
  input: string[],
  video: string,
  signal: AbortSignal,
): Promise<void> {
  const most = ['-t', String(orderedSeconds * LONGEST_SHARE + 2)];
  const args = [
    ...['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', ...input],
    ...['-map', '0:v:0', '-map', '0:a:0?', ...EVEN, ...CODING, ...CONVERTED_SOUND, ...THREADS, ...most],
    ...['-map_metadata', '-1', '-movflags', '+faststart', '-f', 'mp4', video],
  ];
  try {
    await programs.run('ffmpeg', args, signal, codingTimeMs({ durationSeconds: orderedSeconds, ...LARGEST }));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    throw new OutputError(
      'unsupported_format',
      'The output is a video that cannot be converted to MP4 with H.264',
      true,
    );
  }
}

/** The frames of an animated WebP, which ffmpeg cannot read, as input for it. Their durations are taken as equal. */
async function framesOf({ file, folder }: Source): Promise<string[]> {
  try {
    const { width, height, pages = 1, delay = [] } = await openAnimation(file, MAX_ANIMATION_PIXELS).metadata();
    if (pages < 2) throw new OutputError('unsupported_format', REASONS.image ?? '', true);
    const frames = join(folder, 'frames.rgb');
    await writeFile(
      frames,
      await openAnimation(file, MAX_ANIMATION_PIXELS).removeAlpha().toColorspace('srgb').raw().toBuffer(),
    );
    const milliseconds = delay.reduce((sum, each) => sum + each, 0) || pages * 100;
    const rate = String((pages * 1_000) / milliseconds);
    const size = `${width}x${height / pages}`;
    return ['-f', 'rawvideo', '-pixel_format', 'rgb24', '-video_size', size, '-framerate', rate, '-i', frames];
  } catch (error) {
    if (error instanceof OutputError) throw error;
    const message = `The animation cannot be read: ${(error as Error).message}. Let the workflow save a video`;
    throw new OutputError('unsupported_format', message, true);
  }
}
