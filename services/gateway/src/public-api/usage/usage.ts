import { USAGE_GROUPS } from '@luit/contracts/generation/usage';
import { z } from 'zod';
import { named } from '../../http/requests/api-schemas';

const sums = {
  requests: z.number(),
  completed: z.number(),
  /** Failed or canceled. */
  failed: z.number(),
  credits_captured: z.number(),
  /** Credits of unfinished requests. */
  credits_held: z.number(),
  /** Credits of requests that failed, were canceled or were refunded. */
  credits_returned: z.number(),
};

export const usage = z.object({
  object: z.literal('usage'),
  group_by: z.enum(USAGE_GROUPS),
  /** Days in IST; both are included. */
  from: z.string(),
  to: z.string(),
  data: z.array(
    z.object({
      /** A day, the id of a model, or the id of an API key; null for requests from the web app. */
      group: z.string().nullable(),
      ...sums,
    }),
  ),
  totals: z.object(sums),
});
named(usage, 'Usage', 'What the account requested and what it cost, by the time of the request.');
export type Usage = z.infer<typeof usage>;
