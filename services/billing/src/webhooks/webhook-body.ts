import { z } from 'zod';
import { razorpayDispute, razorpayPayment, razorpayRefund } from '../razorpay/razorpay-client';

const webhook = z.object({
  event: z.string().max(200),
  payload: z.object({
    payment: z.object({ entity: razorpayPayment }).optional(),
    refund: z.object({ entity: razorpayRefund }).optional(),
    dispute: z.object({ entity: razorpayDispute }).optional(),
  }),
});

export type Webhook = z.infer<typeof webhook>;

/** Null for an unknown kind of event. */
export function readWebhook(body: unknown): Webhook | null {
  return webhook.safeParse(body).data ?? null;
}

/** The parsed JSON, or undefined. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    // The signature is valid; the event is stored as unreadable.
    return undefined;
  }
}

/** The fields that billing uses, and the payment and order that the event is about. */
export function factsOf(event: Webhook | null): { facts: object; paymentId: string | null; orderId: string | null } {
  const { payment, refund, dispute } = event?.payload ?? {};
  return {
    facts: refund?.entity ?? dispute?.entity ?? payment?.entity ?? {},
    paymentId: refund?.entity.payment_id ?? dispute?.entity.payment_id ?? payment?.entity.id ?? null,
    orderId: payment?.entity.order_id ?? null,
  };
}
