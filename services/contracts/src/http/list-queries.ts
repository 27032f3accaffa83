import { z } from 'zod';
import { transactionStatus, transactionType } from '../billing/transactions';
import { requestMetadata } from '../generation/metadata';
import { id, optional, timeText } from '../messages/fields';
import { pageLimit } from '../messages/query-fields';

/** A time of a query: Unix seconds, as in `created_at`, or a timestamp. */
const time = z.preprocess(
  (value) =>
    typeof value === 'string' && /^\d{1,11}$/.test(value)
      ? new Date(Number(value) * 1_000).toISOString()
      : (value ?? undefined),
  timeText('A time must be Unix seconds, or written as 2026-11-21T15:00:00+05:30').optional(),
);
const FORMS = 'Unix seconds or a timestamp such as 2026-11-21T15:00:00+05:30';

/** Pages of a list of the public API, by the id of the last item. */
export const pageAfterQuery = z.object({
  limit: pageLimit,
  after: optional(id).describe('The id of the last item of the previous page'),
});
/** Pages of objects that were created within a time range. */
const afterQuery = pageAfterQuery.extend({
  created_after: time.describe(`Only what was created then or later: ${FORMS}`),
  created_before: time.describe(`Only what was created earlier: ${FORMS}`),
});
export const listQuery = afterQuery.extend({
  order: z.enum(['asc', 'desc']).default('desc').describe('By the time of creation'),
  set: optional(id).describe('Only the results that were asked for at once, by the id in `luit.set`'),
  status: optional(z.enum(['queued', 'in_progress', 'completed', 'failed'])),
  metadata: optional(requestMetadata).meta({
    ...requestMetadata.meta(),
    description: 'Only what was created with these pairs, for example `metadata[order]=1742`',
  }),
});
export type ListQuery = z.infer<typeof listQuery>;
export const publicTransactionsQuery = afterQuery.extend({
  type: optional(transactionType),
  status: optional(transactionStatus),
});
