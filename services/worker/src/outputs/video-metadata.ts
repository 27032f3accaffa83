import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawLabel } from './ai-label';
import type { AiMetadata } from './ai-metadata';
import type { MediaPrograms } from './media-programs';
import type { VideoFacts } from './video-check';

/**
 * Writes a film anew with the mark of its making in its tags. Without a label the streams are copied as they are.
 *
 * @param label drawn into every frame; null for none
 * @returns the path of the marked film
 */
export async function tagVideo(
  programs: MediaPrograms,
  folder: string,
  video: string,
  { mark, label, facts }: { mark: AiMetadata; label: string | null; facts: VideoFacts },
  signal: AbortSignal,
): Promise<string> {
  const marked = join(folder, 'marked.mp4');
  const head = ['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', 'mov', '-i', video];
  const tags = [
    ...['-map_metadata', '-1', '-metadata', `comment=${mark.comment}`],
    ...['-metadata', `description=DigitalSourceType: ${mark.digitalSourceType}`],
    ...['-movflags', '+faststart', '-f', 'mp4', marked],
  ];
  if (label === null) {
    await programs.run('ffmpeg', [...head, '-map', '0:v:0', '-map', '0:a?', '-c', 'copy', ...tags], signal);
    return marked;
  }
  const picture = join(folder, 'label.png');
  await writeFile(picture, await drawLabel(label, facts));
  const overlay = ['-i', picture, '-filter_complex', '[0:v:0][1:v]overlay=W-w:H-h[v]', '-map', '[v]', '-map', '0:a?'];
  const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p', '-c:a', 'copy'];
  await programs.run('ffmpeg', [...head, ...overlay, ...coding, ...tags], signal);
  return marked;
}
