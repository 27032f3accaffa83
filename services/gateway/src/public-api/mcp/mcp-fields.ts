import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/prompt-limits';
import { restoreEnhancement, restoreQuality } from '@luit/contracts/generation/plans';
import { newImageBody, quoteBody } from '@luit/contracts/http/creations';
import { ENTRY_LIMITS } from '@luit/contracts/generation/catalog/vocabulary';
import { z } from 'zod';

const DATA_URL = 'a data URL of JPEG, PNG or WebP. Other URLs are not fetched, and a request has at most 64 kB';

const image = z.strictObject({ image_url: z.string().describe(`The image as ${DATA_URL}`) });
/** The fields of POST /v1/quotes that ask for something; `GET /v1/models` says what each model takes. */
const { has_input_reference, has_last_frame, reference_image_count, quality: _quality, ...choice } = quoteBody.shape;
const { image: _image, metadata: _metadata, ...imageChoice } = newImageBody.shape;
const quality = restoreQuality.describe('How large a restored photo becomes');
const creation = {
  metadata: z.record(z.string(), z.string()).optional().describe('Up to 16 pairs of text that come back'),
  approved_credits: z
    .int()
    .optional()
    .describe('The credits that a person has approved for this request. Set it only after a person has agreed'),
  idempotency_key: z
    .string()
    .max(64)
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .describe('Repeating a request with the same key makes and charges nothing a second time'),
};

/** @param ids of the models that can be used now */
export const modelField = (ids: string[]) =>
  quoteBody.shape.model.describe(
    `One of ${ids.join(', ')}; the default model if absent. list_models says what each takes`,
  );

/** The inputs of the tools, in words for models. The DTOs of /v1 check them. */
export const QUOTE_FIELDS = {
  ...choice,
  ...{ has_input_reference, has_last_frame, reference_image_count },
  quality: quality.optional().describe('Of a restoration, which has no other field'),
};

export const VIDEO_FIELDS = {
  prompt: z.string().min(1).max(MAX_PROMPT_CHARACTERS).describe('What the video shows'),
  ...choice,
  input_reference: image.optional().describe('The image that the video starts with'),
  last_frame: image.optional().describe('The image that the video ends with; requires an input_reference'),
  reference_images: z
    .array(image)
    .max(ENTRY_LIMITS.references)
    .optional()
    .describe('Images of what the video shows, instead of an input_reference'),
  ...creation,
};

export const IMAGE_FIELDS = {
  ...imageChoice,
  prompt: z.string().min(1).max(MAX_PROMPT_CHARACTERS).describe('What the image shows, or what to change in it'),
  image: z
    .union([
      image,
      z
        .array(image)
        .min(1)
        .max(1 + ENTRY_LIMITS.references),
    ])
    .optional()
    .describe('An image to change, or a list of it and of further images'),
  ...creation,
};

export const RESTORATION_FIELDS = {
  image: image.describe('The photo'),
  quality: quality.default('standard'),
  enhancement: restoreEnhancement.optional().describe('How much of a face is redrawn'),
  color_restoration: z.boolean().optional().describe('Whether a black-and-white photo gets colors'),
  ...creation,
};

export const REQUEST_FIELDS = { id: z.string().describe('Of a video, an image or a restoration') };
