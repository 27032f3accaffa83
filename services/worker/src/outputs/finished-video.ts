import { frameFilters, VIDEO_FRAMES } from '@luit/media/fingerprints/frames';
import { Logger } from '@nestjs/common';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DrawnLabel, drawLabel } from './ai-label';
import { type AiMetadata, descriptionOf } from '../content-credentials/ai-metadata';
import type { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { codingTimeMs } from './coding-time';
import type { VideoFacts } from './video-check';

const log = new Logger('FinishedVideo');
const POSITIONS: Record<DrawnLabel['corner'], string> = {
  'top-left': '0:0',
  'top-right': 'W-w:0',
  'bottom-left': '0:H-h',
  'bottom-right': 'W-w:H-h',
};
/** Faster presets make files of up to twice the size (docs/performance.md). */
export const CODING = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-pix_fmt', 'yuv420p'];
/** What browsers play. Another codec that MP4 files can have is converted, at the same loudness. */
const PLAYABLE_SOUND = 'aac';
export const CONVERTED_SOUND = ['-c:a', 'aac', '-b:a', '192k'];
/** Another core stays free for the outputs of other jobs. */
export const THREADS = ['-threads', '1'];
const COPIED = ['-map', '0:v:0', '-c:v', 'copy'];
const LABELED = ['-map', '[v]', ...CODING, ...THREADS];
/** Pixels. */
const [POSTER_WIDTH, CHECKED_WIDTH] = [1_280, 512];
const CHECKED_FRAMES = 3;

export interface FinishedVideo {
  /** The path of the copy; of the video itself if none was asked for. */
  video: string;
  /** A JPEG of a frame from near the beginning, after the opening fade; null if there is none. */
  poster: string | null;
  /** The raw frames for a fingerprint; null if there are none. */
  frames: string | null;
  /** JPEGs of frames near the beginning, the middle and the end, which classifiers check. */
  checked: string[];
}

/** The metadata in the tags of a copy, and the label in every frame or in those of the first seconds; null for none. */
interface CopyOptions {
  metadata: AiMetadata;
  label: DrawnLabel | null;
}

/**
 * Writes what is made of a video, with one decoding: a copy with AI metadata, a poster, frames for a fingerprint, and frames for checks. The sound
 * of the copy is unchanged, and without a label its picture too. If the others cannot be made, the video is only copied.
 *
 * @param copy null for none
 * @throws Error if the copy cannot be made
 */
export async function finishVideo(
  programs: MediaPrograms,
  folder: string,
  video: string,
  { copy, facts }: { copy: CopyOptions | null; facts: VideoFacts },
  signal: AbortSignal,
): Promise<FinishedVideo> {
  const { durationSeconds } = facts;
  const inFolder = (name: string) => join(folder, name);
  const [poster, frames] = [inFolder('poster.jpg'), inFolder('frames.raw')];
  const finished = { video: copy ? inFolder('finished.mp4') : video, poster: null, frames: null, checked: [] };
  const input = ['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', 'mov', ...THREADS, '-i', video];
  const label = copy?.label ? await labelOf(folder, copy.label, facts) : null;
  const output = copy ? [...(label ? LABELED : COPIED), ...tagsOf(copy, facts), finished.video] : [];
  const graph = [
    `${label?.graph ?? '[0:v:0]null'},split=${label ? '4[v]' : '3'}[p][f][c]`,
    `[p]trim=start=${Math.min(1, durationSeconds / 2)},trim=end_frame=1,${atMost(POSTER_WIDTH)}[poster]`,
    `[f]${frameFilters(durationSeconds)}[frames]`,
    // A frame of this rate is the last one before the middle of the next interval.
    `[c]setpts=PTS-STARTPTS+${0.1 * durationSeconds}/TB,fps=${1 / (0.4 * durationSeconds)}:start_time=0:eof_action=pass,${atMost(CHECKED_WIDTH)}[checked]`,
  ];
  const jpeg = (name: string, count: number) => [
    '-frames:v',
    String(count),
    '-q:v',
    '4',
    '-f',
    'image2',
    inFolder(name),
  ];
  const others = [
    ...['-map', '[poster]', ...jpeg('poster.jpg', 1), '-map', '[checked]', ...jpeg('checked-%d.jpg', CHECKED_FRAMES)],
    ...['-map', '[frames]', '-frames:v', String(VIDEO_FRAMES), '-f', 'rawvideo', frames],
  ];
  const run = (filters: string[], outputs: string[]) => {
    const complex = filters.length > 0 ? ['-filter_complex', filters.join(';')] : [];
    const args = [...input, ...(label?.input ?? []), ...complex, ...outputs];
    return programs.run('ffmpeg', args, signal, codingTimeMs(facts));
  };
  try {
    await run(graph, [...output, ...others]);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    log.warn({ msg: 'Taking frames of a video failed', reason: (error as Error).message });
    if (copy) await run(label ? [`${label.graph}[v]`] : [], output);
    return finished;
  }
  const numbers = Array.from({ length: CHECKED_FRAMES }, (_, i) => i + 1);
  const checked = await Promise.all(numbers.map((number) => existing(inFolder(`checked-${number}.jpg`))));
  return {
    ...finished,
    ...{ poster: await existing(poster), frames: await existing(frames) },
    checked: checked.filter((file) => file !== null),
  };
}

/** ffmpeg's filter for pictures that are at most so many pixels wide. */
function atMost(width: number): string {
  return `scale='min(${width},iw)':-2`;
}

/** A label as a further input of ffmpeg, and the beginning of a graph that draws it. */
async function labelOf(
  folder: string,
  label: DrawnLabel,
  facts: VideoFacts,
): Promise<{ input: string[]; graph: string }> {
  const file = join(folder, 'label.png');
  await writeFile(file, await drawLabel(label, facts));
  return { input: ['-i', file], graph: `[0:v:0][1:v]overlay=${overlayOf(label)}` };
}

function tagsOf({ metadata }: CopyOptions, { sound }: VideoFacts): string[] {
  const isPlayable = sound === null || sound === PLAYABLE_SOUND;
  return [
    ...['-map', '0:a:0?', ...(isPlayable ? ['-c:a', 'copy'] : CONVERTED_SOUND)],
    ...['-map_metadata', '-1', '-metadata', `comment=${metadata.comment}`],
    ...['-metadata', `description=${descriptionOf(metadata)}`, '-movflags', '+faststart', '-f', 'mp4'],
  ];
}

/** A video without frames at the wanted times yields no file. */
async function existing(file: string): Promise<string | null> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  return size > 0 ? file : null;
}

/** Parameters of ffmpeg's filter `overlay`. */
function overlayOf({ corner, seconds }: DrawnLabel): string {
  const position = POSITIONS[corner];
  return seconds === null ? position : `${position}:enable='lt(t,${seconds})'`;
}
