import { razorpayId } from '../ids';
import type { Collection } from '../journal';
import {
  unixNow,
  type Card,
  type Listing,
  type Notes,
  type Payment,
  type PaymentMethod,
  type StoredOrder,
} from './entities';
import { RazorpayError, invalidField, unknownId } from './errors';
import type { RazorpayEvent, RazorpayEvents, WebhookMode } from './events';
import { listing, readAmount, readCurrency, readFields } from './input';
import type { Orders } from './orders';

export interface Attempt {
  isDeclined: boolean;
  /** Paise; the order's amount by default. */
  amount?: number;
  method?: PaymentMethod;
  email?: string;
  contact?: string;
  /** The name on the card. */
  name?: string;
  description?: string;
  notes?: Notes;
  webhooks?: WebhookMode;
}

const declined = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description:
    "Your payment didn't go through as it was declined by the bank. Try another payment method or contact your bank.",
  error_source: 'bank',
  error_step: 'payment_authorization',
  error_reason: 'payment_failed',
};

const notDeclined = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

export class Payments {
  constructor(
    private readonly stored: Collection<Payment>,
    private readonly orders: Orders,
    private readonly events: RazorpayEvents,
  ) {}

  /**
   * Pays an order, or lets the bank decline. This does not check whether the order is paid: checkout rejects another payment of
   * a paid order, but a payment already started in another window may still be captured.
   */
  attempt(orderId: string, attempt: Attempt): Payment {
    const order = this.orders.markAttempted(orderId);
    const payment = newPayment(order, attempt);
    if (attempt.isDeclined) {
      const failed = this.save({ ...payment, ...declined, status: 'failed' });
      this.events.emit([{ event: 'payment.failed', payload: { payment: failed } }], attempt.webhooks);
      return failed;
    }
    const authorized = this.save({ ...payment, status: 'authorized' });
    const happened: RazorpayEvent[] = [{ event: 'payment.authorized', payload: { payment: authorized } }];
    if (order.capture === 'automatic') happened.push(...this.settle(authorized));
    this.events.emit(happened, attempt.webhooks);
    return this.get(payment.id);
  }

  /** The bank confirms a payment that had failed because it did not answer in time, as UPI does. */
  authorizeLate(id: string, webhooks: WebhookMode): Payment {
    const payment = this.get(id);
    if (payment.status !== 'failed') throw new RazorpayError(400, 'Only a failed payment can be authorized late');
    const authorized = this.save({ ...payment, ...notDeclined, status: 'authorized' });
    const happened: RazorpayEvent[] = [{ event: 'payment.authorized', payload: { payment: authorized } }];
    if (this.orders.get(payment.order_id).capture === 'automatic') happened.push(...this.settle(authorized));
    this.events.emit(happened, webhooks);
    return this.get(id);
  }

  /** Captures an authorized payment; the amount must be the authorized one. */
  capture(id: string, body: unknown): Payment {
    const payment = this.get(id);
    const fields = readFields(body, ['amount', 'currency']);
    readCurrency(fields.currency);
    if (payment.captured) throw new RazorpayError(400, 'This payment has already been captured');
    if (payment.status !== 'authorized')
      throw new RazorpayError(400, 'Only payments which have been authorized and not yet captured can be captured');
    if (readAmount(fields.amount) !== payment.amount)
      throw invalidField('amount', 'Capture amount must be equal to the amount authorized');
    this.events.emit(this.settle(payment));
    return this.get(id);
  }

  get(id: string): Payment {
    const payment = this.stored.get(id);
    if (!payment) throw unknownId();
    return payment;
  }

  list(query: unknown): Listing<Payment> {
    return listing(this.stored.values(), query);
  }

  ofOrder(orderId: string): Listing<Payment> {
    const items = this.stored.values().filter(({ order_id }) => order_id === this.orders.get(orderId).id);
    return { entity: 'collection', count: items.length, items };
  }

  /** Changes the refunded amount, which the caller has checked. */
  addRefunded(id: string, paise: number): Payment {
    const payment = this.get(id);
    const amount_refunded = payment.amount_refunded + paise;
    const isFull = amount_refunded === payment.amount;
    const refund_status = isFull ? 'full' : amount_refunded > 0 ? 'partial' : null;
    return this.save({ ...payment, amount_refunded, refund_status, status: isFull ? 'refunded' : 'captured' });
  }

  private settle(authorized: Payment): RazorpayEvent[] {
    // Razorpay's standard fee: 2 % plus 18 % tax. `fee` includes `tax`.
    const tax = Math.round(authorized.amount * 0.0036);
    const fee = Math.round(authorized.amount * 0.02) + tax;
    const payment = this.save({ ...authorized, status: 'captured', captured: true, fee, tax });
    const order = this.orders.markPaid(payment.order_id);
    const captured: RazorpayEvent = { event: 'payment.captured', payload: { payment } };
    return order ? [captured, { event: 'order.paid', payload: { payment, order } }] : [captured];
  }

  private save(payment: Payment): Payment {
    this.stored.put(payment);
    return payment;
  }
}

function newPayment(order: StoredOrder, attempt: Attempt): Payment {
  const method = attempt.method ?? 'upi';
  const card = method === 'card' ? cardOf(attempt.name) : null;
  const notes = { ...order.notes, ...attempt.notes };
  return {
    id: razorpayId('pay'),
    entity: 'payment',
    amount: attempt.amount ?? order.amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: attempt.description ?? null,
    card_id: card?.id ?? null,
    ...(card && { card }),
    bank: method === 'netbanking' ? 'HDFC' : null,
    wallet: null,
    vpa: method === 'upi' ? (attempt.isDeclined ? 'failure@razorpay' : 'success@razorpay') : null,
    email: attempt.email || 'void@razorpay.com',
    contact: attempt.contact || '+919999999999',
    notes: Object.keys(notes).length === 0 ? [] : notes,
    fee: null,
    tax: null,
    ...notDeclined,
    acquirer_data: {},
    created_at: unixNow(),
  };
}

function cardOf(name = ''): Card {
  return { id: razorpayId('card'), entity: 'card', name, last4: '1007', network: 'Visa', type: 'debit', issuer: null };
}
