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
}

/** Reads the frames of which a fingerprint is made. It writes them beside the video first. @throws if the video has none, or the signal is aborted */
export async function readFrames(
  programs: MediaPrograms,
  { path, demuxer, durationSeconds, options = [] }: VideoFile,
  signal: AbortSignal,
): Promise<[Frame, ...Frame[]]> {
  const raw = `${path}.raw`;
  const input = ['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', demuxer, ...options];
  const output = ['-map', '0:v:0', '-vf', frameFilters(durationSeconds), '-f', 'rawvideo', raw];
  await programs.run('ffmpeg', [...input, ...FAST_DECODING, '-i', path, ...output], signal);
  return framesOf(await readFile(raw), VIDEO_FRAMES);
}
