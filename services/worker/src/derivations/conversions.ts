import type { MediaPrograms } from '@luit/media/ffmpeg/media-programs';

/** Pixels of the shorter side of the small version. */
const SMALL_SIDE = 480;
const ANIMATION = { seconds: 3, framesPerSecond: 10, width: 320 };
const INPUT = ['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', 'mov'];
/** Another core stays free for the outputs of jobs. */
const THREADS = ['-threads', '1'];
/** Milliseconds that the conversion of a whole video may take. Two minutes of processor time are enough for half a minute at 2160p. */
export const CONVERSION_MS = 10 * 60_000;

/**
 * Writes the versions of an MP4 video with one decoding: one for slow connections, with the tags that say it was made by AI, and the first seconds
 * as an animated WebP image.
 *
 * @throws Error if ffmpeg fails
 */
export async function makeVersions(
  programs: MediaPrograms,
  video: string,
  { small, animation }: { small: string; animation: string },
  signal: AbortSignal,
): Promise<void> {
  const side = (length: 'iw' | 'ih') => `min(${SMALL_SIDE},trunc(${length}/2)*2)`;
  const { seconds, framesPerSecond, width } = ANIMATION;
  const graph = [
    '[0:v:0]split[s][a]',
    `[s]scale='if(gt(iw,ih),-2,${side('iw')})':'if(gt(iw,ih),${side('ih')},-2)'[small]`,
    `[a]trim=end=${seconds},fps=${framesPerSecond},scale=${width}:-2[animation]`,
  ];
  const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '30', '-pix_fmt', 'yuv420p', ...THREADS];
  const sound = ['-map', '0:a?', '-c:a', 'aac', '-b:a', '96k'];
  const smallOutput = ['-map', '[small]', '-map_metadata', '0', ...coding, ...sound, '-movflags', '+faststart'];
  const animationOutput = ['-map', '[animation]', '-c:v', 'libwebp_anim', '-lossless', '0', '-q:v', '50', '-loop', '0'];
  await programs.run(
    'ffmpeg',
    [
      ...[...INPUT, ...THREADS, '-i', video, '-filter_complex', graph.join(';')],
      ...[...smallOutput, '-f', 'mp4', small, ...animationOutput, '-f', 'webp', animation],
    ],
    signal,
    CONVERSION_MS,
  );
}
