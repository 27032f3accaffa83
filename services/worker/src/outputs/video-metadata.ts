import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DrawnLabel, drawLabel } from './ai-label';
import { type AiMetadata, descriptionOf } from '../content-credentials/ai-metadata';
import type { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import type { VideoFacts } from './video-check';

const POSITIONS: Record<DrawnLabel['corner'], string> = {
  'top-left': '0:0',
  'top-right': 'W-w:0',
  'bottom-left': '0:H-h',
  'bottom-right': 'W-w:H-h',
};
/** Faster presets make files of up to twice the size (docs/performance.md). */
const CODING = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-pix_fmt', 'yuv420p', '-c:a', 'copy'];
/** Another core stays free for the outputs of other jobs. */
const THREADS = ['-threads', '1'];

/**
 * Writes a copy of a video with AI metadata in its tags. Without a label the streams are copied unchanged.
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
  const input = ['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', 'mov', ...THREADS, '-i', video];
  const tags = [
    ...['-map_metadata', '-1', '-metadata', `comment=${metadata.comment}`],
    ...['-metadata', `description=${descriptionOf(metadata)}`],
    ...['-movflags', '+faststart', '-f', 'mp4', tagged],
  ];
  if (label === null) {
    await programs.run('ffmpeg', [...input, '-map', '0:v:0', '-map', '0:a?', '-c', 'copy', ...tags], signal);
    return tagged;
  }
  const labelFile = join(folder, 'label.png');
  await writeFile(labelFile, await drawLabel(label, facts));
  const graph = ['-filter_complex', `[0:v:0][1:v]overlay=${overlayOf(label)}[v]`, '-map', '[v]', '-map', '0:a?'];
  const args = [...input, '-i', labelFile, ...graph, ...CODING, ...THREADS, ...tags];
  await programs.run('ffmpeg', args, signal);
  return tagged;
}

/** Parameters of ffmpeg's filter `overlay`. */
function overlayOf({ corner, seconds }: DrawnLabel): string {
  const position = POSITIONS[corner];
  return seconds === null ? position : `${position}:enable='lt(t,${seconds})'`;
}
