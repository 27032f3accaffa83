import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DrawnLabel, drawLabel } from './ai-label';
import { type AiMetadata, descriptionOf } from '../content-credentials/ai-metadata';
import type { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { codingTimeMs } from './coding-time';
import type { VideoFacts } from './video-check';

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

/**
 * Writes a copy of a video with AI metadata in its tags. Its sound is copied unchanged, and without a label its picture too.
 *
 * @param tags `label` is drawn into every frame, or into the frames of the first seconds; null for none
 * @returns the path of the copy
 */
export async function tagVideo(
  programs: MediaPrograms,
  folder: string,
  video: string,
  { metadata, label, facts }: { metadata: AiMetadata; label: DrawnLabel | null; facts: VideoFacts },
  signal: AbortSignal,
): Promise<string> {
  const tagged = join(folder, 'tagged.mp4');
  const isPlayable = facts.sound === null || facts.sound === PLAYABLE_SOUND;
  const sound = ['-map', '0:a:0?', ...(isPlayable ? ['-c:a', 'copy'] : CONVERTED_SOUND)];
  const input = ['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', 'mov', ...THREADS, '-i', video];
  const tags = [
    ...['-map_metadata', '-1', '-metadata', `comment=${metadata.comment}`],
    ...['-metadata', `description=${descriptionOf(metadata)}`],
    ...['-movflags', '+faststart', '-f', 'mp4', tagged],
  ];
  if (label === null) {
    const streams = ['-map', '0:v:0', '-c:v', 'copy', ...sound];
    await programs.run('ffmpeg', [...input, ...streams, ...tags], signal, codingTimeMs(facts));
    return tagged;
  }
  const labelFile = join(folder, 'label.png');
  await writeFile(labelFile, await drawLabel(label, facts));
  const graph = ['-filter_complex', `[0:v:0][1:v]overlay=${overlayOf(label)}[v]`, '-map', '[v]'];
  const args = [...input, '-i', labelFile, ...graph, ...CODING, ...sound, ...THREADS, ...tags];
  await programs.run('ffmpeg', args, signal, codingTimeMs(facts));
  return tagged;
}

/** Parameters of ffmpeg's filter `overlay`. */
function overlayOf({ corner, seconds }: DrawnLabel): string {
  const position = POSITIONS[corner];
  return seconds === null ? position : `${position}:enable='lt(t,${seconds})'`;
}
