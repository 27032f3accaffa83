import { z } from 'zod';
import { id } from '../messages/fields';
import { call, event } from '../messages/message';

export const videoToStart = z.object({ requestId: id, accountId: id, credits: z.number() });
/** A video whose credits are held on its order's account. */
export type VideoToStart = z.infer<typeof videoToStart>;

const paidVideo = videoToStart.extend({
  /** The address to which the guest wants the access link emailed, or null. */
  email: z.string().nullable(),
  /** For log lines. Absent in messages of older releases. */
  orderId: id.optional(),
});
export type PaidVideo = z.infer<typeof paidVideo>;

export const paymentVerification = z.object({
  transactionId: z.string(),
  requestId: z.string().nullable(),
  jobId: z.string().nullable(),
});
export type PaymentVerification = z.infer<typeof paymentVerification>;

export const paymentCalls = {
  verifyPayment: call('billing.verifyPayment', {
    input: z.object({
      razorpayOrderId: z.string().min(1).max(64),
      razorpayPaymentId: z.string().min(1).max(64),
      signature: z.string().min(1).max(256),
    }),
    output: paymentVerification.extend({ video: videoToStart.optional() }),
    timeoutMs: 15_000,
  }),
  /** Stored in the inbox before the answer; a duplicate is accepted and does nothing. `rawBody` is base64. */
  receiveWebhook: call('billing.receiveWebhook', {
    input: z.object({ rawBody: z.string(), signature: z.string(), eventId: z.string() }),
    output: z.object({ isDuplicate: z.boolean() }),
    timeoutMs: 4_000,
  }),
};

export const paymentEvents = {
  /** The payment of a video order, once: generation starts the job, auth mails the guest access link. */
  videoPaid: event('billing.videoPaid', ['generation', 'auth'], paidVideo),
};
