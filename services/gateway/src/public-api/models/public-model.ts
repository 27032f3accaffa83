import { z } from 'zod';
import { modelPrice } from '@luit/contracts/generation/catalog/model-entry';
import { named } from '../../http/requests/api-schemas';

const schema = z.record(z.string(), z.unknown()).nullable();

export const publicModel = z.object({
  id: z.string(),
  object: z.literal('model'),
  owned_by: z.literal('luit'),
  luit: z.object({
    name: z.string(),
    output: z.enum(['video', 'image']),
    /** It is used for its kind of output if no model is named. */
    is_default: z.boolean(),
    /** A retired model is not listed. */
    state: z.enum(['live', 'deprecated']),
    deprecated_at: z.iso.datetime().nullable(),
    /** When requests for it are refused with `model_retired`. */
    ends_at: z.iso.datetime().nullable(),
    /** Id of the model to use instead of a deprecated one; null if none is named. */
    replacement: z.string().nullable(),
    /** Thousandths of credits of a second or an image by resolution, exact; `sound` is the factor of a video with sound, in thousandths. */
    price: modelPrice,
    /** JSON Schemas of the fields of `POST /v1/videos` or `POST /v1/images` that the model takes; null where it does not start so. */
    parameters: z.object({ from_prompt: schema, from_image: schema }),
    /** The plans that the model makes, and their credits; none for images. */
    offers: z.array(
      z.object({
        seconds: z.string(),
        resolution: z.string(),
        sizes: z.array(z.string()),
        credits: z.number(),
        /** `from_prompt`: makes videos from a prompt alone. `from_image`: makes videos that start with an image. */
        from_prompt: z.boolean(),
        from_image: z.boolean(),
      }),
    ),
  }),
});
named(
  publicModel,
  'Model',
  'A model, with the fields that it takes, its exact price, and what the plans cost with it.',
);
export type PublicModel = z.infer<typeof publicModel>;
