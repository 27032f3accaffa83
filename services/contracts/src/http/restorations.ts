import { z } from 'zod';
import { restoreOptions } from '../generation/plans';
import type { RequestRecord } from '../generation/requests';
import { luitFacts, luitFields, requestFacts, requestFields } from './request-facts';

const { quality, enhancement } = restoreOptions.shape;

export const restoration = z.object({
  id: z.string(),
  object: z.literal('restoration'),
  ...requestFields,
  quality,
  enhancement,
  color_restoration: z.boolean(),
  luit: z.object(luitFields),
});
/** A photo restoration, with the conventions of videos. */
export type Restoration = z.infer<typeof restoration>;

export function toRestoration(record: RequestRecord): Restoration {
  const { quality, enhancement, colorRestoration } = record.restore!;
  return {
    id: record.id,
    object: 'restoration',
    ...requestFacts(record, 'restoration'),
    quality,
    enhancement,
    color_restoration: colorRestoration,
    luit: luitFacts(record),
  };
}
