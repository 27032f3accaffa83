import { z } from 'zod';
import { cursor, id, page, pageSize, paise, timestamp } from '../messages/fields';
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
  /** Credits that were already spent, which the buyer owes. */
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

export const disputeCalls = {
  /** Open ones by their deadline, others newest first. `words` is an id of the dispute or its payment. */
  listDisputes: call('billing.listDisputes', {
    isForOperators: true,
    input: z.object({
      limit: pageSize.max(100),
      cursor,
      state: disputeState.optional(),
      words: z.string().trim().min(1).max(200).optional(),
    }),
    output: page(disputeRow),
  }),
};
