import { z } from 'zod';
import { id, timestamp } from '../messages/fields';
import { call } from '../messages/message';

export const jobMoneyMovement = z.object({
  kind: z.enum(['hold', 'capture', 'release', 'return', 'card_refund']),
  credits: z.number(),
  /** Of a refund to the card. */
  amountPaise: z.number().nullable(),
  at: timestamp,
});
/** One movement of a job's credits. */
export type JobMoneyMovement = z.infer<typeof jobMoneyMovement>;

export const jobMoneyCalls = {
  /**
   * Returns the cost of a job that succeeded to the lots it was taken from; for a directly paid video, to the card.
   * Idempotent. `conflict` unless its credits were captured.
   */
  refundJob: call('billing.refundJob', {
    input: z.object({ requestId: id }),
    output: z.object({ credits: z.number() }),
  }),
  /** Every movement of a job's credits, the oldest first. */
  getJobMoney: call('billing.getJobMoney', {
    input: z.object({ requestId: id }),
    output: z.object({ movements: z.array(jobMoneyMovement) }),
  }),
};
