import { z } from 'zod';
import { dayRange, id } from '../messages/fields';
import { call } from '../messages/message';

export const USAGE_GROUPS = ['day', 'model', 'key'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

const usageRow = z.object({
  /** A day in IST, the id of a model, or that of an API key; null for what people asked for. */
  group: z.string().nullable(),
  requests: z.number(),
  completed: z.number(),
  /** Failed or canceled. */
  failed: z.number(),
  /** Credits of completed requests. */
  captured: z.number(),
  /** Credits of unfinished requests. */
  held: z.number(),
  /** Credits of requests that failed, were canceled or were refunded. */
  returned: z.number(),
});
export type UsageRow = z.infer<typeof usageRow>;

export const usageCalls = {
  /**
   * What an account asked for and what it cost, by the time at which it was asked for. Both days in IST are included. Requests that
   * another account paid for are left out. Days are in order; models and keys begin with the largest sum of captured credits.
   */
  getUsage: call('generation.getUsage', {
    input: dayRange.safeExtend({ userId: id, by: z.enum(USAGE_GROUPS) }),
    output: z.object({ rows: z.array(usageRow) }),
  }),
};
