import { z } from 'zod';
import { TOO_LONG } from '../messages/input-limits';
import { requestMetadata } from '../generation/metadata';
import { imageFormFields, videoFormFields } from '../generation/catalog/model-parameters';
import { restoreEnhancement, restoreQuality } from '../generation/plans';
import { promptBody } from '../generation/requests';
import { ENTRY_LIMITS } from '../generation/catalog/vocabulary';
import { optional } from '../messages/fields';
import { textBoolean } from '../messages/query-fields';
import { ratioOfSize } from './image-sizes';
import { type SnakeCase, snakeCase } from './snake-case';
import { VIDEO_SIZES } from './video-sizes';

const IMAGE_SIZE_TEXT =
  'The size must be auto, or a width and height with a known ratio, such as 1024x1024 or 1536x1024';
const SECONDS = 'Seconds must be text such as "5"';
const seconds = optional(
  z
    .string(SECONDS)
    .max(4, SECONDS)
    .regex(/^\d{1,4}$/, SECONDS),
).describe('The default of the model if absent');
const model = optional(z.string().min(1).max(64, TOO_LONG)).describe('The default model if absent');
const size = optional(z.enum(VIDEO_SIZES, 'The size must be a known width and height, such as 1280x720')).describe(
  'Resolution and aspect ratio at once',
);
const metadata = optional(requestMetadata);
/** A file of a form, or `{image_url}` with a data URL, which the gateway reads. */
const image = (what: string) =>
  z.unknown().meta({
    description: `${what}: a file in a form, or \`{image_url}\` with a data URL of JPEG, PNG or WebP`,
    oneOf: [
      { type: 'string', format: 'binary' },
      { type: 'object', properties: { image_url: { type: 'string' } }, required: ['image_url'] },
    ],
  });

/** The fields as the API names them. */
function named<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [snakeCase(name), schema as unknown])) as {
    [Name in keyof Fields as SnakeCase<Name & string>]: Fields[Name];
  };
}
const { duration: _seconds, ...values } = videoFormFields;
const apiValues = named(values);

/** The price for an API client. */
export const quoteBody = z.object({
  model,
  seconds,
  size,
  ...apiValues,
  has_input_reference: optional(z.boolean()).describe('Whether the video starts with an image'),
  has_last_frame: optional(z.boolean()).describe('Whether it ends with an image'),
  reference_image_count: optional(z.int().min(0).max(ENTRY_LIMITS.references)).describe(
    'Number of images of what it shows',
  ),
  quality: optional(restoreQuality).describe('The quality of a restoration, which has no other field'),
});
/** A video of an API client: a JSON body, or the fields of a form, which carry text. */
export const newVideoBody = promptBody.extend({
  model,
  seconds: z.preprocess((value) => (typeof value === 'number' ? String(value) : value), seconds),
  size,
  ...apiValues,
  metadata,
  input_reference: image('The image that the video starts with').optional(),
  last_frame: image('The image that the video ends with; requires an `input_reference`').optional(),
  reference_images: z
    .array(image('An image of what the video shows'))
    .max(ENTRY_LIMITS.references)
    .optional()
    .describe('Images of what the video shows, instead of an `input_reference`'),
});
/** Everything except the prompt is copied from the other video. */
export const remixBody = newVideoBody.pick({ prompt: true, metadata: true });
export const videoContentQuery = z.object({ variant: z.enum(['video', 'thumbnail']).default('video') });

const imageSize = optional(
  z
    .string(IMAGE_SIZE_TEXT)
    .refine((value) => value === 'auto' || ratioOfSize(value) !== undefined, IMAGE_SIZE_TEXT)
    .transform((value) => (value === 'auto' ? undefined : value)),
).describe('Names an aspect ratio; the model decides how many pixels an image has. `auto` leaves it to the model');
const { count, ...imageValues } = named(imageFormFields);
/** Each image as above, or a list of them. */
const images = image('The image to change, or a list of it and of further images, where the model takes several');
const imageFields = promptBody.extend({ model, size: imageSize, ...imageValues, metadata });
/** Images of an API client as a job: a JSON body, or the fields of a form. */
export const newImageBody = imageFields.extend({ count, image: images.optional() });
/** Images of an API client that waits for them. */
export const imageGenerationBody = imageFields.extend({
  n: count,
  response_format: z.enum(['url', 'b64_json']).default('url').describe('A link, or the file in Base64'),
});
export const imageEditBody = imageGenerationBody.extend({ image: images });
export const imageContentQuery = z.object({ variant: z.enum(['image', 'thumbnail']).default('image') });

/** A restoration of an API client: a JSON body, or the fields of a form. */
export const newRestorationBody = z.object({
  quality: restoreQuality.default('standard').describe('How large the photo becomes'),
  enhancement: restoreEnhancement.default('standard').describe('How much of a face is redrawn'),
  color_restoration: textBoolean(z.boolean().default(false)).describe('Whether a black-and-white photo gets colors'),
  metadata,
  image: image('The photo'),
});
export const restorationContentQuery = z.object({ variant: z.enum(['image', 'thumbnail']).default('image') });
