import { MAX_HOLDS_AT_ONCE } from '../../billing/limits';

/** Shorter side of a video or an image, in pixels. */
export const RESOLUTIONS = ['360p', '480p', '540p', '720p', '768p', '1080p', '1440p', '2160p'] as const;
/** Width to height. */
export const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3', '21:9'] as const;
/** The protocols that workers speak, one adapter each. */
export const PROVIDER_KINDS = ['replicate', 'fal', 'ark', 'comfyui', 'comfy-v2', 'videos-api', 'runner'] as const;
/** The servers of the Videos API differ. */
export const VIDEO_DIALECTS = ['vllm-omni', 'sglang', 'generic'] as const;
/** The ratio of the image that a video starts with. */
export const ORIGINAL = 'original';
/** Key of a price that is the same for each resolution or quality. */
export const ALL = 'all';
/** Limits of an entry. They keep each product of a price below 2⁵³, so that prices are exact. */
export const ENTRY_LIMITS = {
  seconds: 600,
  count: MAX_HOLDS_AT_ONCE,
  references: 16,
  /** Thousandths of credits of one second, image or run. */
  rate: 10_000_000,
  /** What a vendor charges for one of them, in its currency. */
  cost: 1_000_000,
  /** Thousandths. */
  factor: 10_000,
  characters: 100,
  fields: 64,
} as const;
/** Usual limits of a route: ten minutes, and a minute more for each second of a video, so 900 s for 5 s and 1,200 s for 10 s. */
export const VIDEO_LIMITS = { runSeconds: 600, perSecond: 60 };
export const PHOTO_LIMITS = { runSeconds: 600 };

/** Parameters that people write freely. The content policy applies to each. */
const TEXT_PARAMETERS = ['prompt', 'negativePrompt'] as const;
export type TextParameter = (typeof TEXT_PARAMETERS)[number];

export function isTextParameter(name: string): name is TextParameter {
  return (TEXT_PARAMETERS as readonly string[]).includes(name);
}

/** What can be said of each kind of output. */
export const PARAMETERS_OF = {
  video: ['prompt', 'negativePrompt', 'duration', 'resolution', 'aspectRatio', 'sound', 'seed', 'strength', 'count'],
  image: ['prompt', 'negativePrompt', 'resolution', 'aspectRatio', 'seed', 'strength', 'outputFormat', 'count'],
  restoration: ['quality', 'enhancement', 'seed'],
  colorization: [],
} as const;
