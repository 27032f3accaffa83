import { z } from 'zod';
import { named } from '../../http/requests/api-schemas';

export const publicModel = z.object({
  id: z.string(),
  object: z.literal('model'),
  owned_by: z.literal('luit'),
  luit: z.object({
    name: z.string(),
    is_default: z.boolean(),
    /** A retired model is not listed. */
    state: z.enum(['live', 'deprecated']),
    deprecated_at: z.iso.datetime().nullable(),
    /** When requests for it are refused with `model_retired`. */
    ends_at: z.iso.datetime().nullable(),
    /** Id of the model to use instead of a deprecated one; null if none is named. */
    replacement: z.string().nullable(),
    /** Each length and resolution that the model makes. */
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
named(publicModel, 'Model', 'A model, with each length and resolution that it makes and their credits.');
export type PublicModel = z.infer<typeof publicModel>;
