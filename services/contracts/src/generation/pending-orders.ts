import { z } from 'zod';
import { videoToStart } from '../billing/payments';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';
import { duration, newRequestFields, planId, requireFieldsOfType } from './requests';

const newPendingOrder = newRequestFields.extend({
  planId,
  duration,
  /** The order's own account; for a guest also the owner. */
  accountId: id,
  /** A guest's address, lower-cased: an account that confirms it later becomes the owner. */
  guestEmail: z.string().nullable(),
});
/** A request that waits for the payment of its own order. */
export type NewPendingOrder = z.infer<typeof newPendingOrder>;

const pendingOrder = z.object({
  requestId: id,
  accountId: id,
  planId: z.string(),
  planName: z.string(),
  /** Seconds. */
  duration: z.number(),
  credits: z.number(),
});
/** The priced order; of a repeated input, the first one. */
export type PendingOrder = z.infer<typeof pendingOrder>;

export const pendingOrderCalls = {
  /**
   * Prices a video and keeps it until its order is paid; the id is the request's and the job's. Idempotent like
   * `createRequest`. `refused_by_policy` before anyone pays.
   */
  createPendingOrder: call('generation.createPendingOrder', {
    input: newPendingOrder.superRefine(requireFieldsOfType),
    output: pendingOrder,
  }),
  /** The owner of a directly paid video: an account, or a guest's address where one was given. Both null once it is erased. */
  getOrderOwner: call('generation.getOrderOwner', {
    input: z.object({ requestId: id }),
    output: z.object({ userId: id.nullable(), email: z.string().nullable() }),
  }),
  /** Starts the job of a pending order whose credits billing holds, once; the event `billing.videoPaid` does the same. */
  startPaidVideo: call('generation.startPaidVideo', { input: videoToStart, output: empty }),
};
