import { z } from 'zod';
import { dtoOf } from '../../http/requests/dto';

const NO_IMAGE = 'Please select an image file';

/** Input of the restore model, with the model's field names. */
const restoreModel = z.object(
  {
    img: z
      .string(NO_IMAGE)
      .regex(/^data:image\/(jpeg|png|webp);base64,/, NO_IMAGE)
      .describe('A data URI: JPEG, PNG or WebP'),
    version: z.enum(['v1.2', 'v1.3', 'v1.4', 'RestoreFormer']).default('v1.4'),
    scale: z.number('scale must be a number').min(1).max(4).default(2).describe('Enlargement factor of each side'),
  },
  NO_IMAGE,
);
export type RestoreModel = z.infer<typeof restoreModel>;

export class PredictionDto extends dtoOf(z.object({ input: restoreModel })) {}
