import type { Journal } from '../journal';
import type { WebhookSender } from '../webhooks';
import { Disputes } from './disputes';
import type { Dispute, Payment, Refund, StoredOrder } from './entities';
import { RazorpayEvents, hexSignature } from './events';
import { Orders } from './orders';
import { Payments } from './payments';
import { Refunds, type RefundKey } from './refunds';

export interface RazorpayCredentials {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
}

/** A Razorpay merchant account. */
export class Razorpay {
  readonly events: RazorpayEvents;
  readonly orders: Orders;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly disputes: Disputes;

  constructor(
    readonly credentials: RazorpayCredentials,
    webhookUrl: string | undefined,
    journal: Journal,
    sender: WebhookSender,
  ) {
    this.events = new RazorpayEvents(sender, credentials.webhookSecret, webhookUrl);
    this.orders = new Orders(journal.collection<StoredOrder>('razorpay.orders'));
    this.payments = new Payments(journal.collection<Payment>('razorpay.payments'), this.orders, this.events);
    this.refunds = new Refunds(
      journal.collection<Refund>('razorpay.refunds'),
      journal.collection<RefundKey>('razorpay.refund-keys'),
      this.payments,
      this.events,
    );
    this.disputes = new Disputes(journal.collection<Dispute>('razorpay.disputes'), this.payments, this.events);
  }

  /** The data that checkout passes to the page after a payment, signed with the key secret over `order_id|payment_id`. */
  checkoutResult({ id, order_id }: Payment): CheckoutResult & { razorpay_signature: string } {
    const razorpay_signature = hexSignature(this.credentials.keySecret, `${order_id}|${id}`);
    return { razorpay_payment_id: id, razorpay_order_id: order_id, razorpay_signature };
  }
}

export interface CheckoutResult {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature?: string;
}
