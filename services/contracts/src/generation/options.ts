import { z } from 'zod';
import { id, optional } from '../messages/fields';
import { imageHash, storageKey } from './input-images';
import { MAX_NEGATIVE_PROMPT_CHARACTERS, MAX_PRESET_ID, MAX_SEED, NEGATIVE_PROMPT_TOO_LONG } from './limits';
import { TOO_LONG } from '../messages/input-limits';
import { promptText } from './prompt-text';

export const ASPECT_RATIOS = ['16:9', '9:16', '1:1', 'original'] as const;
export const aspectRatio = z.enum(ASPECT_RATIOS, `The aspect ratio must be one of ${ASPECT_RATIOS.join(', ')}`);
/** Width to height of a video. `original` is the ratio of the image it starts with. */
export type AspectRatio = z.infer<typeof aspectRatio>;

const FRAMING = 'The framing must be two numbers from 0 to 1, x and y';
const fraction = z.number(FRAMING).min(0, FRAMING).max(1, FRAMING);
export const framing = z
  .object({ x: fraction, y: fraction }, FRAMING)
  .describe('The part of the image to keep: 0 is its left or top, 0.5 its center, 1 its right or bottom');
/** The part of an image that is kept when it is cropped: 0 is its left or top, 0.5 its center, 1 its right or bottom. */
export type Framing = z.infer<typeof framing>;

const SEED = `The seed must be a whole number from 0 to ${MAX_SEED}`;
export const seed = z
  .int(SEED)
  .min(0, SEED)
  .max(MAX_SEED, SEED)
  .describe('Repeats a video with the same input; drawn by the server if absent');
export const PRESET_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const presetId = z
  .string()
  .min(1)
  .max(MAX_PRESET_ID, TOO_LONG)
  .regex(PRESET_ID)
  .describe('The id of a preset as listed by `GET /api/presets`');

/** Options of a new video. All may be left out. */
export const newVideoOptions = z.object({
  aspectRatio: optional(aspectRatio).describe(
    '16:9 by default, and for an image the ratio that the model chooses; `original` requires an image',
  ),
  framing: optional(framing),
  seed: optional(seed),
  negativePrompt: optional(promptText(MAX_NEGATIVE_PROMPT_CHARACTERS, { tooLong: NEGATIVE_PROMPT_TOO_LONG })).describe(
    'What to avoid',
  ),
  cameraMotion: optional(presetId).meta({ example: 'push-in' }),
  style: optional(presetId).meta({ example: 'watercolor' }),
  extendOf: optional(id).describe('A finished video of your own, whose last frame the new one starts with'),
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
