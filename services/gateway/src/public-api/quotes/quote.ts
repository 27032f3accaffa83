import { z } from 'zod';
import { named } from '../../http/requests/api-schemas';

export const quote = z.object({
  object: z.literal('quote'),
  model: z.string(),
  /** Null unless it is a video. */
  seconds: z.string().nullable(),
  /** The quality, for a restoration. Null if the model takes none. */
  resolution: z.string().nullable(),
  /** Of all results, if `count` asks for several. */
  credits: z.number(),
});
named(quote, 'Quote');
export type Quote = z.infer<typeof quote>;
