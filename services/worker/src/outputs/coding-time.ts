import type { VideoFacts } from './video-check';

/**
 * Milliseconds for each second and megapixel of a video. Encoding takes up to 1.3 s of processor time with one thread for a detailed picture
 * of 24 frames per second, and four programs may share a core.
 */
const MS_PER_MEGAPIXEL_SECOND = 5_000;
/** That of half a minute at 2160p is 21 minutes. */
const MAX_MS = 30 * 60_000;

/** Milliseconds that decoding and encoding a whole video may take, beyond what every run of a program may. */
export function codingTimeMs({ durationSeconds, width, height }: Omit<VideoFacts, 'sound'>): number {
  const megapixels = (width * height) / 1_000_000;
  return Math.min(MAX_MS, Math.round(durationSeconds * megapixels * MS_PER_MEGAPIXEL_SECOND));
}
