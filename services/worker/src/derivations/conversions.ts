import type { MediaPrograms } from '@luit/media/ffmpeg/media-programs';

/** Pixels of the shorter side of the small version. */
const SMALL_SIDE = 480;
const ANIMATION = { seconds: 3, framesPerSecond: 10, width: 320 };
const INPUT = ['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', 'mov'];
/** Another core stays free for the outputs of jobs. */
const THREADS = ['-threads', '1'];
/** Milliseconds that the conversion of a whole video may take. Two minutes of processor time are enough for half a minute at 2160p. */
export const CONVERSION_MS = 10 * 60_000;

/** Writes a version of an MP4 video for slow connections, with the tags that say it was made by AI. @throws Error if ffmpeg fails */
export async function makeSmall(
  programs: MediaPrograms,
  video: string,
  small: string,
  signal: AbortSignal,
): Promise<void> {
  const scale = `scale='if(gt(iw,ih),-2,min(${SMALL_SIDE},trunc(iw/2)*2))':'if(gt(iw,ih),min(${SMALL_SIDE},trunc(ih/2)*2),-2)'`;
  const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '30', '-pix_fmt', 'yuv420p', '-vf', scale];
  const sound = ['-c:a', 'aac', '-b:a', '96k'];
  const streams = ['-map', '0:v:0', '-map', '0:a?', '-map_metadata', '0'];
  const output = ['-movflags', '+faststart', '-f', 'mp4', small];
  await programs.run(
    'ffmpeg',
    [...INPUT, ...THREADS, '-i', video, ...streams, ...coding, ...sound, ...THREADS, ...output],
    signal,
    CONVERSION_MS,
  );
}

/** Writes the first seconds of an MP4 video as an animated WebP image. @throws Error if ffmpeg fails */
export async function makeAnimation(
  programs: MediaPrograms,
  video: string,
  animation: string,
  signal: AbortSignal,
): Promise<void> {
  const { seconds, framesPerSecond, width } = ANIMATION;
  const frames = ['-t', String(seconds), '-an', '-vf', `fps=${framesPerSecond},scale=${width}:-2`];
  const coding = ['-c:v', 'libwebp_anim', '-lossless', '0', '-q:v', '50', '-loop', '0', '-f', 'webp', animation];
  await programs.run('ffmpeg', [...INPUT, ...THREADS, '-i', video, ...frames, ...coding], signal);
}
