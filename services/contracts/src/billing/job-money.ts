import { z } from 'zod';
import { id, timestamp } from '../messages/fields';
import { call } from '../messages/message';

export const jobMoneyMovement = z.object({
  kind: z.enum(['hold', 'capture', 'release', 'return', 'card_refund']),
  credits: z.number(),
  /** Amount of a refund to the card; null otherwise. */
  amountPaise: z.number().nullable(),
  at: timestamp,
});
/** One movement of a job's credits. */
export type JobMoneyMovement = z.infer<typeof jobMoneyMovement>;

const jobRevenue = z.object({
  /** Captured and not returned. */
  credits: z.number(),
  /** The price paid for the credits, with taxes, millionths of a rupee. Granted credits were free. */
  micros: z.number(),
});
export type JobRevenue = z.infer<typeof jobRevenue>;

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
  /** By id of the job, at most 500. A job whose credits are still held, or that has no hold, is left out. */
  getJobRevenues: call('billing.getJobRevenues', {
    input: z.object({ requestIds: z.array(id).max(500) }),
    output: z.object({ revenues: z.record(z.string(), jobRevenue) }),
  }),
};
