import { z } from 'zod';
import { credits, id, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { balance } from './balances';

const holdState = z.enum(['held', 'captured', 'released', 'tombstone']);
export type HoldState = z.infer<typeof holdState>;

export const jobMoneyMovement = z.object({
  kind: z.enum(['hold', 'capture', 'release', 'return', 'card_refund']),
  credits: z.number(),
  /** Of a refund to the card. */
  amountPaise: z.number().nullable(),
  at: timestamp,
});
/** One movement of a job's credits. */
export type JobMoneyMovement = z.infer<typeof jobMoneyMovement>;

export const holdCalls = {
  /**
   * Places a hold on specific lots. Idempotent by `holdId` (the request's id): the same input returns the first result,
   * another input is `idempotency_conflict`, a released or tombstoned hold is `conflict`. Too little:
   * `insufficient_credits` with `details.shortfall`, `details.required` and `details.available`.
   */
  holdCredits: call('billing.holdCredits', {
    input: z.object({ holdId: id, userId: id, credits, description: z.string().min(1).max(500) }),
    output: z.object({ transactionId: id, balance }),
  }),
  /** States of the known holds, compared with their jobs; at most 500 at a time. */
  getHolds: call('billing.getHolds', {
    input: z.object({ holdIds: z.array(id).max(500) }),
    output: z.object({ states: z.record(z.string(), holdState) }),
  }),
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
