import { z } from 'zod';
import { id, optional } from '../messages/fields';
import { imageHash, storageKey } from './input-images';
import { acceptedValues, videoBody, type videoValues } from './catalog/model-parameters';
import { ENTRY_LIMITS } from './catalog/vocabulary';
import { MAX_PRESET_ID } from './limits';
import { TOO_LONG } from '../messages/input-limits';

/** Width to height of a video. `original` is the ratio of the image it starts with. */
export type AspectRatio = z.infer<typeof videoValues>['aspectRatio'];

const FRAMING = 'The framing must be two numbers from 0 to 1, x and y';
const fraction = z.number(FRAMING).min(0, FRAMING).max(1, FRAMING);
export const framing = z
  .object({ x: fraction, y: fraction }, FRAMING)
  .describe('The part of the image to keep: 0 is its left or top, 0.5 its center, 1 its right or bottom');
/** The part of an image that is kept when it is cropped: 0 is its left or top, 0.5 its center, 1 its right or bottom. */
export type Framing = z.infer<typeof framing>;

export const PRESET_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const presetId = z
  .string()
  .min(1)
  .max(MAX_PRESET_ID, TOO_LONG)
  .regex(PRESET_ID)
  .describe('The id of a preset as listed by `GET /api/presets`');

export const LAST_FRAME_ALONE = 'A last frame requires a first one';
const FURTHER_IMAGES_ALONE = 'Further images require a first one';
/** Vendors refuse both together. */
export const FRAME_AND_REFERENCES = 'A video is made from a first frame or from reference images, not from both';

/** What a new video is asked for. All may be left out. */
export const newVideoOptions = z.object({
  ...videoBody,
  framing: optional(framing),
  cameraMotion: optional(presetId).meta({ example: 'push-in' }),
  style: optional(presetId).meta({ example: 'watercolor' }),
  extendOf: optional(id).describe('A finished video of your own, whose last frame the new one starts with'),
  /** The image that the video ends with. */
  lastImageKey: optional(storageKey),
  lastImageHash: optional(imageHash),
  /** Images of what the video shows. */
  referenceKeys: optional(z.array(storageKey).max(ENTRY_LIMITS.references)),
  /** Of images that were uploaded with the request. */
  referenceHashes: optional(z.array(imageHash).max(ENTRY_LIMITS.references)),
});
export type NewVideoOptions = z.infer<typeof newVideoOptions>;

/** The options of an accepted video or image. Its duration and resolution are fields of the request; each of several results is one. */
export const videoOptions = z
  .object({
    ...acceptedValues,
    framing: framing.nullable(),
    cameraMotion: z.string().nullable(),
    style: z.string().nullable(),
    extendOf: z.string().nullable(),
  })
  .omit({ duration: true, resolution: true, count: true });
/** Null where nothing was asked for or the model takes none; a ratio of null is that of the image. */
export type VideoOptions = z.infer<typeof videoOptions>;

type Input = NewVideoOptions & { type: string; imageKey?: string };

/** Whether the video starts with an image: a given one, or the last frame of another video. */
export function hasFirstImage({
  imageKey,
  extendOf,
}: {
  imageKey?: string | undefined;
  extendOf?: string | undefined;
}): boolean {
  return imageKey !== undefined || extendOf !== undefined;
}

/** Options that need an image, or exclude one. */
export function checkVideoOptions(input: Input, { addIssue }: z.RefinementCtx): void {
  const refuse = (path: keyof NewVideoOptions, message: string) => addIssue({ code: 'custom', path: [path], message });
  if (input.type === 'restore') {
    const given = Object.keys(newVideoOptions.omit({ duration: true }).shape).find(
      (key) => input[key as keyof NewVideoOptions] !== undefined,
    );
    if (given) refuse(given as keyof NewVideoOptions, 'A restoration takes no video options');
    return;
  }
  const hasImage = hasFirstImage(input);
  const isImage = input.type === 'image';
  if (isImage && input.extendOf) refuse('extendOf', 'Only a video can continue another one');
  if (isImage && input.cameraMotion) refuse('cameraMotion', 'An image has no camera motion');
  const isCropped = hasImage && input.aspectRatio !== undefined && input.aspectRatio !== 'original';
  if (input.aspectRatio === 'original' && !hasImage) refuse('aspectRatio', 'The original ratio requires an image');
  if (input.framing && !isCropped) refuse('framing', 'Framing requires an image and the ratio to which it is cropped');
  if (input.lastImageKey && !hasImage) refuse('lastImageKey', LAST_FRAME_ALONE);
  if (input.referenceKeys?.length && hasImage !== isImage) {
    refuse('referenceKeys', isImage ? FURTHER_IMAGES_ALONE : FRAME_AND_REFERENCES);
  }
  if (input.extendOf && input.imageKey) {
    refuse('extendOf', 'A video that continues another one starts with its last frame, so it takes no image');
  }
}
