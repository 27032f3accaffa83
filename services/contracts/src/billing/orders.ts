import { z } from 'zod';
import { CONSENT_VERSIONS } from '../auth/consent-notices';
import { credits, id, idempotencyKey, optional } from '../messages/fields';
import { call } from '../messages/message';

const buyer = z.object({ userId: id, name: z.string(), email: z.string() });
export type Buyer = z.infer<typeof buyer>;

const newVideoOrder = z.object({
  requestId: id,
  /** The order's own account. */
  accountId: id,
  /** Null for a guest. */
  buyer: buyer.nullable(),
  /** The address for the emailed access link, or null if the guest wants none. */
  email: z.string().max(254).nullable(),
  /** The text beside the pay button that a guest agreed to. Absent for a user, who agreed at sign-up, and if an API client sends none. */
  termsVersion: optional(z.enum(CONSENT_VERSIONS.terms)),
  privacyVersion: optional(z.enum(CONSENT_VERSIONS.privacy)),
  planId: z.string(),
  planName: z.string(),
  /** Seconds; null for an image. */
  duration: z.int().positive().nullable(),
  credits,
});
export type NewVideoOrder = z.infer<typeof newVideoOrder>;

export const paymentOrder = z.object({
  keyId: z.string(),
  razorpayOrderId: z.string(),
  orderId: z.string(),
  /** Paise. */
  amount: z.number(),
  currency: z.literal('INR'),
  description: z.string(),
  prefill: z.object({ name: z.string(), email: z.string() }),
  checkoutScriptUrl: z.string(),
  claimToken: z.string().optional(),
  requestId: z.string().optional(),
});
export type PaymentOrder = z.infer<typeof paymentOrder>;

export const orderCalls = {
  /** Unknown pack: `invalid_pack`. A repeated key and input returns the first order. */
  createOrder: call('billing.createOrder', {
    input: z.object({ buyer, packId: z.string(), idempotencyKey: idempotencyKey.nullable() }),
    output: paymentOrder.extend({ packName: z.string(), credits: z.number() }),
    timeoutMs: 15_000,
  }),
  /**
   * An order for one video or image that is paid directly. Its credits go to an account of its own (1 credit = 1 rupee) and are held
   * for the request at the moment of payment. One order per request: a repeated call returns the same order.
   */
  createVideoOrder: call('billing.createVideoOrder', { input: newVideoOrder, output: paymentOrder, timeoutMs: 15_000 }),
};
