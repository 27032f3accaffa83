import type { FrameSize } from '../frame-sizes';
import type { ColorInput, RestoreInput } from './restored-photo';

/** Images are http(s) URLs or data URIs. */
export interface VideoInput {
  prompt: string;
  /** Seconds. */
  duration: number;
  /** The short side, such as `1080p`. */
  resolution: string;
  /** Exact size in pixels instead of resolution and ratio. */
  size?: FrameSize | undefined;
  framesPerSecond?: number | undefined;
  /** First frame, for image to video. */
  image?: string | undefined;
  lastImage?: string | undefined;
  /** Images of persons, things or styles that appear in the video. */
  references?: string[] | undefined;
  /** The ratio of a video without an image; 16:9 by default. */
  aspectRatio?: string | undefined;
  seed?: number | undefined;
  /** Whether the video has a sound track. */
  sound?: boolean | undefined;
}

export interface ImagesInput {
  prompt: string;
  /** An image to change: an http(s) URL or a data URI. */
  image?: string | undefined;
  /** How much of the image is replaced, 0 to 1. */
  strength: number;
  count: number;
  /** Without an image to change, whose size is kept. */
  size: FrameSize;
  format: ImageFormat;
  seed?: number | undefined;
}
export type ImageFormat = 'png' | 'jpg' | 'webp';

/** What a vendor is asked to make. */
export type Work =
  | ({ kind: 'video' } & VideoInput)
  | ({ kind: 'images' } & ImagesInput)
  | ({ kind: 'restore' } & RestoreInput)
  | ({ kind: 'color' } & ColorInput);

/** The prompt as it is drawn: a stand-in cannot avoid anything, so it says what to avoid. */
export function promptWith(prompt: string, avoided: string | undefined): string {
  return avoided ? `${prompt} (without ${avoided})` : prompt;
}

/** The prompt, whose directives decide how the job behaves. */
export function promptOf(work: Work): string {
  return 'prompt' in work ? work.prompt : '';
}
