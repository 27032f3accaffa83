import { z } from 'zod';
import { TOO_LONG } from '../messages/input-limits';
import { id } from '../messages/fields';
import { call, event } from '../messages/message';

export const videoToStart = z.object({ requestId: id, accountId: id, credits: z.number() });
/** A video with credits held on its order's account. */
export type VideoToStart = z.infer<typeof videoToStart>;

const paidVideo = videoToStart.extend({
  /** The address for the emailed access link, or null if the guest wants none. */
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

const REQUIRED = 'This is required';
const razorpayText = (max: number) => z.string(REQUIRED).min(1, REQUIRED).max(max, TOO_LONG);

export const verificationBody = z.object({
  razorpay_order_id: razorpayText(64).meta({ example: 'order_9A33XWu170gUtm' }),
  razorpay_payment_id: razorpayText(64).meta({ example: 'pay_29QQoUBi66xm2f' }),
  razorpay_signature: razorpayText(256).describe('Hex, as returned by the checkout'),
});
export type VerificationBody = z.infer<typeof verificationBody>;

export const paymentCalls = {
  verifyPayment: call('billing.verifyPayment', {
    input: z.object({
      razorpayOrderId: verificationBody.shape.razorpay_order_id,
      razorpayPaymentId: verificationBody.shape.razorpay_payment_id,
      signature: verificationBody.shape.razorpay_signature,
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
