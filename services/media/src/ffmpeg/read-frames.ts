import { readFile } from 'node:fs/promises';
import { type Frame, frameFilters, framesOf, VIDEO_FRAMES } from '../fingerprints/frames';
import type { MediaPrograms } from './media-programs';

/** Edges of blocks, which this filter would smooth, do not show in frames of a few pixels. */
const FAST_DECODING = ['-skip_loop_filter', 'all', '-threads', '1'];

interface VideoFile {
  path: string;
  /** ffmpeg's demuxer; a file of another format is rejected. */
  demuxer: 'mov' | 'matroska';
  durationSeconds: number;
  /** Further options of the input. */
  options?: string[];
  /** Milliseconds that decoding may take in addition to the timeout of every run. */
  moreMs?: number;
}

/**
 * Reads the frames for a fingerprint, which ffmpeg first writes next to the video. @throws if the video has no frames, or the signal is
 * aborted
 */
export async function readFrames(
  programs: MediaPrograms,
  { path, demuxer, durationSeconds, options = [], moreMs }: VideoFile,
  signal: AbortSignal,
): Promise<[Frame, ...Frame[]]> {
  const raw = `${path}.raw`;
  const input = ['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', demuxer, ...options];
  // If a file declares a wrong duration, the last frame that was needed is the end.
  const frames = ['-vf', frameFilters(durationSeconds), '-frames:v', String(VIDEO_FRAMES)];
  const output = ['-map', '0:v:0', ...frames, '-f', 'rawvideo', raw];
  await programs.run('ffmpeg', [...input, ...FAST_DECODING, '-i', path, ...output], signal, moreMs);
  return framesOf(await readFile(raw), VIDEO_FRAMES);
}
