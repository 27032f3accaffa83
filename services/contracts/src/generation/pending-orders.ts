import { z } from 'zod';
import { languageInput } from '../auth/users';
import { videoToStart } from '../billing/payments';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';
import { newRequestFields, requireFieldsOfType } from './requests';

const newPendingOrder = newRequestFields.extend({
  /** The order's own account; for a guest also the owner. */
  accountId: id,
  /** A guest's address in its canonical spelling: an account that confirms it later becomes the owner. */
  guestEmail: z.string().nullable(),
  /** Language of the mails to a guest; null for a user, because the account has one. */
  guestLanguage: languageInput.nullable(),
});
/** A request that waits for the payment of its own order. */
export type NewPendingOrder = z.infer<typeof newPendingOrder>;

const pendingOrder = z.object({
  requestId: id,
  accountId: id,
  /** The plan, or the name of a duration and a resolution that no plan has, or of an image. */
  planId: z.string(),
  planName: z.string(),
  /** Seconds; null for an image. */
  duration: z.number().nullable(),
  credits: z.number(),
});
/** The priced order; of a repeated input, the first one. */
export type PendingOrder = z.infer<typeof pendingOrder>;

const orderOwner = z.object({
  userId: id.nullable(),
  email: z.string().nullable(),
  language: languageInput.nullable(),
});
export type OrderOwner = z.infer<typeof orderOwner>;

export const pendingOrderCalls = {
  /**
   * Prices a video or an image and keeps it until its order is paid; the id is the request's and the job's. Idempotent like
   * `createRequest`. `refused_by_policy` before anyone pays.
   */
  createPendingOrder: call('generation.createPendingOrder', {
    input: newPendingOrder.superRefine(requireFieldsOfType),
    output: pendingOrder,
  }),
  /**
   * The owner of a directly paid video: an account, or a guest's address where one was given, and the language in which the video
   * was ordered as a guest. All are null once it is erased.
   */
  getOrderOwner: call('generation.getOrderOwner', { input: z.object({ requestId: id }), output: orderOwner }),
  /**
   * Starts the job of a pending order once billing holds its credits; repeated calls change nothing. The event `billing.videoPaid` does the
   * same.
   */
  startPaidVideo: call('generation.startPaidVideo', { input: videoToStart, output: empty }),
};
