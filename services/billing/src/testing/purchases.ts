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

/** Creates an unpaid order for a new user. */
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

/** A payment entity as Razorpay sends it; by default captured and matching the order. */
export function paymentOf({ order: created }: Purchase, changes: object = {}): Record<string, unknown> {
  return {
    id: `pay_${uuidv7()}`,
    entity: 'payment',
    order_id: created.razorpayOrderId,
    amount: created.amount,
    currency: 'INR',
    status: 'captured',
    email: 'asha@example.com',
    contact: '+919999999999',
    ...changes,
  };
}

/** A signed webhook from Razorpay about a payment. */
export function webhook(secret: string, event: string, payment: object, eventId: string = uuidv7()) {
  return signedWebhook(secret, { event, contains: ['payment'], payload: { payment: { entity: payment } } }, eventId);
}

/** A signed webhook from Razorpay with any body. */
export function signedWebhook(secret: string, event: object, eventId: string = uuidv7()) {
  const body = Buffer.from(JSON.stringify({ entity: 'event', ...event }));
  return {
    rawBody: body.toString('base64'),
    signature: createHmac('sha256', secret).update(body).digest('hex'),
    eventId,
  };
}

export interface Paid {
  userId: string;
  /** Razorpay's payment id. */
  paymentId: string;
  transactionId: string;
  orderId: string;
  razorpayOrderId: string;
}

/** Buys a pack for a new user: ordered, paid and granted. */
export async function pay(stack: BillingTestApp, packId = 'starter'): Promise<Paid> {
  const { userId, order: created } = await order(stack, packId);
  const paid = await checkout(stack.sandbox.url, created.razorpayOrderId, 'success', 'none');
  const { transactionId } = await stack.calls.call(billingCalls.verifyPayment, paid);
  const { orderId, razorpayOrderId } = created;
  return { userId, paymentId: paid.razorpayPaymentId, transactionId, orderId, razorpayOrderId };
}

/** Pays 1 rupee for a pack of 99 rupees. Returns Razorpay's payment id. */
export async function payUnmatched(stack: BillingTestApp): Promise<string> {
  const { order: created } = await order(stack);
  const paid = await checkout(stack.sandbox.url, created.razorpayOrderId, 'success', 'none', 100);
  await stack.calls.call(billingCalls.verifyPayment, paid).catch((error: { code?: string }) => {
    if (error.code !== 'payment_mismatch') throw error;
  });
  return paid.razorpayPaymentId;
}
