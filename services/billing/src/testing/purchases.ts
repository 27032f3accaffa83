import { billingCalls } from '@luit/contracts/billing/messages';
import { createHmac } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { PackOrder } from '../orders/orders.service';
import type { BillingTestApp } from './billing-test-app';
import { checkout } from './checkout';

export interface Purchase {
  userId: string;
  order: PackOrder;
}

/** A new person's order, not paid yet. */
export async function order(
  stack: BillingTestApp,
  packId = 'starter',
  idempotencyKey: string | null = null,
): Promise<Purchase> {
  const buyer = { userId: uuidv7(), name: 'Asha Das', email: 'asha@example.com' };
  return {
    userId: buyer.userId,
    order: await stack.calls.call(billingCalls.createOrder, { buyer, packId, idempotencyKey }),
  };
}

export async function available(stack: BillingTestApp, userId: string): Promise<number> {
  return (await stack.calls.call(billingCalls.getBalance, { userId })).available;
}

/** A payment as Razorpay shows it; by default the proper one of the order. */
export function paymentOf({ order: made }: Purchase, changes: object = {}): Record<string, unknown> {
  return {
    id: `pay_${uuidv7()}`,
    entity: 'payment',
    order_id: made.razorpayOrderId,
    amount: made.amount,
    currency: 'INR',
    status: 'captured',
    email: 'asha@example.com',
    contact: '+919999999999',
    ...changes,
  };
}

/** A webhook of Razorpay's, signed over its bytes. */
export function webhook(secret: string, event: string, payment: object, eventId: string = uuidv7()) {
  const body = Buffer.from(
    JSON.stringify({ entity: 'event', event, contains: ['payment'], payload: { payment: { entity: payment } } }),
  );
  return {
    rawBody: body.toString('base64'),
    signature: createHmac('sha256', secret).update(body).digest('hex'),
    eventId,
  };
}

export interface Paid {
  userId: string;
  /** Razorpay's. */
  paymentId: string;
  transactionId: string;
  orderId: string;
  razorpayOrderId: string;
}

/** A new person's pack, paid at Razorpay and granted. */
export async function pay(stack: BillingTestApp, packId = 'starter'): Promise<Paid> {
  const { userId, order: made } = await order(stack, packId);
  const paid = await checkout(stack.sandbox.url, made.razorpayOrderId, 'success', 'none');
  const { transactionId } = await stack.calls.call(billingCalls.verifyPayment, paid);
  const { orderId, razorpayOrderId } = made;
  return { userId, paymentId: paid.razorpayPaymentId, transactionId, orderId, razorpayOrderId };
}
