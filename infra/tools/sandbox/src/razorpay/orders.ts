import { z } from 'zod';
import { razorpayId } from '../ids';
import type { Collection } from '../journal';
import { unixNow, type Listing, type StoredOrder } from './entities';
import { invalidField, unknownId } from './errors';
import { listing, readAmount, readChoice, readCurrency, readFields, readNotes, readReceipt } from './input';

const orderFields = ['amount', 'currency', 'receipt', 'notes', 'partial_payment', 'payment'];
const paymentField = z.object({ capture: z.unknown(), capture_options: z.unknown() }).partial();

export class Orders {
  constructor(private readonly stored: Collection<StoredOrder>) {}

  create(body: unknown): StoredOrder {
    const fields = readFields(body, orderFields);
    const amount = readAmount(fields.amount);
    const payment = paymentField.safeParse(fields.payment ?? {});
    if (!payment.success) throw invalidField('payment', 'The payment must be an object.');
    if (fields.partial_payment)
      throw invalidField('partial_payment', 'Partial payments are not enabled for this account');
    const order: StoredOrder = {
      id: razorpayId('order'),
      entity: 'order',
      amount,
      amount_paid: 0,
      amount_due: amount,
      currency: readCurrency(fields.currency),
      receipt: readReceipt(fields.receipt),
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: readNotes(fields.notes),
      created_at: unixNow(),
      capture: readChoice('payment.capture', payment.data.capture, ['automatic', 'manual'], 'automatic'),
    };
    this.stored.put(order);
    return order;
  }

  get(id: string): StoredOrder {
    const order = this.stored.get(id);
    if (!order) throw unknownId();
    return order;
  }

  list(query: { receipt?: string }): Listing<StoredOrder> {
    const matching = this.stored.values().filter(({ receipt }) => !query.receipt || receipt === query.receipt);
    return listing(matching, query);
  }

  changeNotes(id: string, body: unknown): StoredOrder {
    const fields = readFields(body, ['notes']);
    if (fields.notes === undefined) throw invalidField('notes', 'The notes field is required.');
    return this.save({ ...this.get(id), notes: readNotes(fields.notes) });
  }

  /** Changes `created` to `attempted`; a paid order stays paid. */
  markAttempted(id: string): StoredOrder {
    const order = this.get(id);
    const status = order.status === 'created' ? 'attempted' : order.status;
    return this.save({ ...order, attempts: order.attempts + 1, status });
  }

  /** Returns null if the order was already paid. */
  markPaid(id: string): StoredOrder | null {
    const order = this.get(id);
    if (order.status === 'paid') return null;
    return this.save({ ...order, status: 'paid', amount_paid: order.amount, amount_due: 0 });
  }

  private save(order: StoredOrder): StoredOrder {
    this.stored.put(order);
    return order;
  }
}
