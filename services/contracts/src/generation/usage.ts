import { z } from 'zod';
import { dayInput, dayRange, id, optional } from '../messages/fields';
import { call } from '../messages/message';

export const USAGE_GROUPS = ['day', 'model', 'key'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

const usageRow = z.object({
  /** A day in IST, the id of a model, or the id of an API key; null for requests from the web app. */
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

export const usageQuery = z.object({
  group_by: z.enum(USAGE_GROUPS).default('day'),
  from: optional(dayInput).describe('First day, in IST; by default 30 days that end with the last day'),
  to: optional(dayInput).describe('Last day, in IST; today by default'),
});
export type UsageQuery = z.infer<typeof usageQuery>;

export const usageCalls = {
  /**
   * The requests of an account and their costs, by the time of the request. Both days in IST are included. Excludes requests that another
   * account paid for. Days are in order; models and keys begin with the largest sum of captured credits.
   */
  getUsage: call('generation.getUsage', {
    input: dayRange.safeExtend({ userId: id, by: usageQuery.shape.group_by }),
    output: z.object({ rows: z.array(usageRow) }),
  }),
};
