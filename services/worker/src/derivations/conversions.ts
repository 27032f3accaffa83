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
 * @returns whether there is a small version; a video that is small already gets none
 * @throws Error if ffmpeg fails
 */
export async function makeVersions(
  programs: MediaPrograms,
  video: string,
  { small, animation }: { small: string; animation: string },
  signal: AbortSignal,
): Promise<boolean> {
  const isSmall = (await shorterSideOf(programs, video, signal)) <= SMALL_SIDE;
  const { seconds, framesPerSecond, width } = ANIMATION;
  const animated = `trim=end=${seconds},fps=${framesPerSecond},scale=${width}:-2[animation]`;
  const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '30', '-pix_fmt', 'yuv420p', ...THREADS];
  const sound = ['-map', '0:a?', '-c:a', 'aac', '-b:a', '96k'];
  const smallOutput = ['-map', '[small]', '-map_metadata', '0', ...coding, ...sound, '-movflags', '+faststart'];
  const animationCoding = ['-c:v', 'libwebp_anim', '-lossless', '0', '-q:v', '50', '-compression_level', '2'];
  const animationOutput = ['-map', '[animation]', ...animationCoding, '-loop', '0'];
  const scaled = `scale='if(gt(iw,ih),-2,${SMALL_SIDE})':'if(gt(iw,ih),${SMALL_SIDE},-2)'[small]`;
  const work = isSmall
    ? ['-t', String(seconds), ...THREADS, '-i', video, '-filter_complex', `[0:v:0]${animated}`]
    : [
        ...[...THREADS, '-i', video, '-filter_complex', `[0:v:0]split[s][a];[s]${scaled};[a]${animated}`],
        ...[...smallOutput, '-f', 'mp4', small],
      ];
  const args = [...INPUT, ...work, ...animationOutput, '-f', 'webp', animation];
  await programs.run('ffmpeg', args, signal, CONVERSION_MS);
  return !isSmall;
}

/** Pixels. @throws Error if the file has no picture */
async function shorterSideOf(programs: MediaPrograms, video: string, signal: AbortSignal): Promise<number> {
  const args = ['-v', 'error', '-protocol_whitelist', 'file', '-f', 'mov', '-select_streams', 'v:0'];
  const sizes = ['-show_entries', 'stream=width,height', '-of', 'csv=p=0'];
  const text = await programs.run('ffprobe', [...args, ...sizes, video], signal);
  const [width = Number.NaN, height = Number.NaN] = text.split(',').map(Number);
  const shorter = Math.min(width, height);
  if (Number.isNaN(shorter)) throw new Error('The video has no picture');
  return shorter;
}
