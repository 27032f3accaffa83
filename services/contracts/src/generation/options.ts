import { z } from 'zod';
import { id, optional } from '../messages/fields';
import { imageHash, storageKey } from './input-images';
import { MAX_NEGATIVE_PROMPT_CHARACTERS, MAX_PRESET_ID, MAX_SEED, NEGATIVE_PROMPT_TOO_LONG } from './limits';
import { promptText } from './prompt-text';

export const ASPECT_RATIOS = ['16:9', '9:16', '1:1', 'original'] as const;
export const aspectRatio = z.enum(ASPECT_RATIOS);
/** Width to height of a video. `original` is that of the image it starts with. */
export type AspectRatio = z.infer<typeof aspectRatio>;

const fraction = z.number().min(0).max(1);
export const framing = z.object({ x: fraction, y: fraction });
/** The part of an image that is kept when it is cropped: 0 is its left or top, 0.5 its center, 1 its right or bottom. */
export type Framing = z.infer<typeof framing>;

export const seed = z.int().min(0).max(MAX_SEED);
export const PRESET_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const presetId = z.string().max(MAX_PRESET_ID).regex(PRESET_ID);

/** Options of a new video. All may be left out. */
export const newVideoOptions = z.object({
  aspectRatio: optional(aspectRatio),
  framing: optional(framing),
  /** The server draws one where it is absent. */
  seed: optional(seed),
  negativePrompt: optional(promptText(MAX_NEGATIVE_PROMPT_CHARACTERS, { tooLong: NEGATIVE_PROMPT_TOO_LONG })),
  cameraMotion: optional(presetId),
  style: optional(presetId),
  /** A finished video of the same owner; the new one starts with its last frame. */
  extendOf: optional(id),
  /** The image that the video ends with. */
  lastImageKey: optional(storageKey),
  lastImageHash: optional(imageHash),
});
export type NewVideoOptions = z.infer<typeof newVideoOptions>;

export const videoOptions = z.object({
  /** Null: the provider's default, which for an image is the ratio of the image. */
  aspectRatio: aspectRatio.nullable(),
  framing: framing.nullable(),
  /** Null where the model or its provider takes no seed, so that the video cannot be repeated. */
  seed: seed.nullable(),
  negativePrompt: z.string().nullable(),
  cameraMotion: z.string().nullable(),
  style: z.string().nullable(),
  extendOf: z.string().nullable(),
});
/** Options of an accepted video. */
export type VideoOptions = z.infer<typeof videoOptions>;

type Input = NewVideoOptions & { type: string; imageKey?: string };

/** Options that need an image, or exclude one. */
export function checkVideoOptions(input: Input, { addIssue }: z.RefinementCtx): void {
  const refuse = (path: keyof NewVideoOptions, message: string) => addIssue({ code: 'custom', path: [path], message });
  if (input.type === 'restore') {
    const given = Object.keys(newVideoOptions.shape).find((key) => input[key as keyof NewVideoOptions] !== undefined);
    if (given) refuse(given as keyof NewVideoOptions, 'A restoration takes no video options');
    return;
  }
  const hasImage = input.imageKey !== undefined || input.extendOf !== undefined;
  const isCropped = hasImage && input.aspectRatio !== undefined && input.aspectRatio !== 'original';
  if (input.aspectRatio === 'original' && !hasImage) refuse('aspectRatio', 'The original ratio requires an image');
  if (input.framing && !isCropped) refuse('framing', 'Framing requires an image and the ratio to which it is cropped');
  if (input.lastImageKey && !hasImage) refuse('lastImageKey', 'A last frame requires a first one');
  if (input.extendOf && input.imageKey) {
    refuse('extendOf', 'A video that continues another one starts with its last frame, so it takes no image');
  }
}
