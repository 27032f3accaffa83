import { z } from 'zod';
import { adminModel } from '../generation/model-editor';

const entry = z.record(z.string(), z.unknown()).describe('Everything that the model takes, costs and is made by');

export const shownModel = adminModel.extend({
  /** It was never offered, so it can be deleted. */
  isDeletable: z.boolean(),
  entry,
  revisions: z.array(
    z.object({
      revision: z.number(),
      entry,
      published_at: z.string(),
      /** The operator’s address; null for the entries of a new installation. */
      published_by: z.string().nullable(),
      reason: z.string(),
    }),
  ),
});
export type ShownModel = z.infer<typeof shownModel>;
