import { z } from 'zod';
import { named } from '../../http/requests/api-schemas';

export const quote = z.object({
  object: z.literal('quote'),
  model: z.string(),
  /** Null for a restoration. */
  seconds: z.string().nullable(),
  /** The quality, for a restoration. */
  resolution: z.string(),
  credits: z.number(),
});
named(quote, 'Quote');
export type Quote = z.infer<typeof quote>;
