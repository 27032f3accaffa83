import { z } from 'zod';
import { SEARCH_TOO_LONG } from '../messages/input-limits';
import { id, optional, page, paise, timestamp } from '../messages/fields';
import { idPageQuery, searchWords } from '../messages/query-fields';
import { call } from '../messages/message';

export const disputeState = z.enum(['open', 'lost', 'won']);
export type DisputeState = z.infer<typeof disputeState>;

const disputeRow = z.object({
  /** Razorpay's. */
  id: z.string(),
  /** Rises with the time of the first report; the cursor of the list. */
  clawbackId: id,
  state: disputeState,
  phase: z.string(),
  reason: z.string(),
  amountPaise: paise,
  /** Credits clawed back. */
  creditsTaken: z.int(),
  /** Credits that were already spent, so the buyer owes them. */
  creditsOwed: z.int(),
  /** When the credits were returned after a won dispute. */
  reversedAt: timestamp.nullable(),
  /** Deadline of the response at Razorpay. */
  respondBy: timestamp.nullable(),
  createdAt: timestamp,
  settledAt: timestamp.nullable(),
  paymentId: z.string(),
  orderId: id,
  orderName: z.string(),
  /** Null for a guest. */
  user_id: id.nullable(),
});

export const adminDispute = disputeRow.extend({ user_email: z.string().nullable() });
/** A dispute with its buyer, as operators see it. */
export type AdminDispute = z.infer<typeof adminDispute>;
export type DisputeRow = z.infer<typeof disputeRow>;

export const disputesQuery = idPageQuery.extend({
  state: optional(disputeState),
  q: searchWords(200, SEARCH_TOO_LONG).describe('Id of the dispute or its payment'),
});
export type DisputesQuery = z.infer<typeof disputesQuery>;

export const disputeCalls = {
  /** Open ones by their deadline, others newest first. `words` is an id of the dispute or its payment. */
  listDisputes: call('billing.listDisputes', {
    isForOperators: true,
    input: disputesQuery.omit({ q: true }).extend({ words: disputesQuery.shape.q }),
    output: page(disputeRow),
  }),
};
