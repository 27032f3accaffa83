import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawLabel } from './ai-label';
import type { AiMetadata } from './ai-metadata';
import type { MediaPrograms } from './media-programs';
import type { VideoFacts } from './video-check';

/**
 * Writes a copy of a video with AI metadata in its tags. Without a label the streams are copied unchanged.
 *
 * @param tags `label` is drawn into every frame; null for none
 * @returns the path of the copy
 */
export async function tagVideo(
  programs: MediaPrograms,
  folder: string,
  video: string,
  { metadata, label, facts }: { metadata: AiMetadata; label: string | null; facts: VideoFacts },
  signal: AbortSignal,
): Promise<string> {
  const tagged = join(folder, 'tagged.mp4');
  const input = ['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', 'mov', '-i', video];
  const tags = [
    ...['-map_metadata', '-1', '-metadata', `comment=${metadata.comment}`],
    ...['-metadata', `description=DigitalSourceType: ${metadata.digitalSourceType}`],
    ...['-movflags', '+faststart', '-f', 'mp4', tagged],
  ];
  if (label === null) {
    await programs.run('ffmpeg', [...input, '-map', '0:v:0', '-map', '0:a?', '-c', 'copy', ...tags], signal);
    return tagged;
  }
  const labelFile = join(folder, 'label.png');
  await writeFile(labelFile, await drawLabel(label, facts));
  const overlay = ['-i', labelFile, '-filter_complex', '[0:v:0][1:v]overlay=W-w:H-h[v]', '-map', '[v]', '-map', '0:a?'];
  const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p', '-c:a', 'copy'];
  await programs.run('ffmpeg', [...input, ...overlay, ...coding, ...tags], signal);
  return tagged;
}
