import { createHash } from 'node:crypto';
import { razorpayId } from '../ids';
import type { Collection } from '../journal';
import { unixNow, type Listing, type Payment, type Refund } from './entities';
import { RazorpayError, invalidField, unknownId } from './errors';
import type { RazorpayEvents, WebhookMode } from './events';
import { listing, readAmount, readChoice, readFields, readNotes, readReceipt } from './input';
import type { Payments } from './payments';

/** A used `X-Refund-Idempotency` key. */
export interface RefundKey {
  id: string;
  requestHash: string;
  /** Null if the refund was rejected because of the merchant's balance. */
  refundId: string | null;
}

/** The cause of a failing refund: the merchant's balance now, or the payer's bank later. */
interface Obstacles {
  isBalanceLow: boolean;
  failsAtBank: boolean;
}

/** Banks take days for a normal refund. Here it is pending for a second, so that both of its webhooks are sent. */
const processingMs = 1000;

export class Refunds {
  private readonly timers = new Set<NodeJS.Timeout>();
  /** Pending refunds that the payer's bank will reject. */
  private readonly failing = new Set<string>();

  constructor(
    private readonly stored: Collection<Refund>,
    private readonly keys: Collection<RefundKey>,
    private readonly payments: Payments,
    private readonly events: RazorpayEvents,
  ) {}

  resume(): void {
    for (const refund of this.stored.values()) if (refund.status === 'pending') this.processSoon(refund.id);
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  /**
   * The same key and body return the first result again, also a rejection because of a low balance; the same key with another
   * body is rejected.
   */
  create(paymentId: string, body: unknown, idempotencyKey: string | undefined, obstacles: Obstacles): Refund {
    if (idempotencyKey === undefined) return this.attempt(paymentId, body, obstacles);
    if (!/^[A-Za-z0-9_-]{10,}$/.test(idempotencyKey))
      throw new RazorpayError(400, 'The idempotency key must be at least 10 characters of letters, digits, - and _');
    const requestHash = createHash('sha256')
      .update(JSON.stringify([paymentId, body ?? null]))
      .digest('hex');
    const used = this.keys.get(idempotencyKey);
    if (used && used.requestHash !== requestHash)
      throw new RazorpayError(400, 'Different request body sent for the same idempotency key');
    if (used?.refundId === null) throw balanceIsLow();
    if (used) return this.get(used.refundId);
    if (obstacles.isBalanceLow) {
      this.keys.put({ id: idempotencyKey, requestHash, refundId: null });
      throw balanceIsLow();
    }
    const refund = this.attempt(paymentId, body, obstacles);
    this.keys.put({ id: idempotencyKey, requestHash, refundId: refund.id });
    return refund;
  }

  private attempt(paymentId: string, body: unknown, { isBalanceLow, failsAtBank }: Obstacles): Refund {
    if (isBalanceLow) throw balanceIsLow();
    const refund = this.refund(paymentId, body);
    if (failsAtBank) this.failing.add(refund.id);
    return refund;
  }

  /** Refunds as from the merchant's dashboard, without an idempotency key or receipt. */
  createInDashboard(paymentId: string, amount: number | undefined, webhooks: WebhookMode): Refund {
    return this.refund(paymentId, { amount, notes: { comment: 'Made in the dashboard' } }, webhooks);
  }

  /** Fails a refund that the bank rejected, even days after it was processed; the merchant gets the money back. */
  fail(id: string): Refund {
    const refund = this.get(id);
    if (refund.status === 'failed') throw new RazorpayError(400, 'The refund has ended already');
    const failed: Refund = { ...refund, status: 'failed' };
    this.stored.put(failed);
    const payment = this.payments.addRefunded(refund.payment_id, -refund.amount);
    this.events.emit([{ event: 'refund.failed', payload: { refund: failed, payment } }]);
    return failed;
  }

  /** Processes a refund that was requested instantly at normal speed, because the bank does not support instant refunds. */
  slowDown(id: string): Refund {
    const refund = this.get(id);
    if (refund.status !== 'pending' || refund.speed_processed !== 'instant')
      throw new RazorpayError(400, 'Only the speed of a pending instant refund can change');
    const slow: Refund = { ...refund, speed_processed: 'normal' };
    this.stored.put(slow);
    const payment = this.payments.get(refund.payment_id);
    this.events.emit([{ event: 'refund.speed_changed', payload: { refund: slow, payment } }]);
    return slow;
  }

  list(query: unknown): Listing<Refund> {
    return listing(this.stored.values(), query);
  }

  get(id: string): Refund {
    const refund = this.stored.get(id);
    if (!refund) throw unknownId();
    return refund;
  }

  ofPayment(paymentId: string, query: unknown): Listing<Refund> {
    const { id } = this.payments.get(paymentId);
    return listing(
      this.stored.values().filter(({ payment_id }) => payment_id === id),
      query,
    );
  }

  changeNotes(id: string, body: unknown): Refund {
    const { notes } = readFields(body, ['notes']);
    if (notes === undefined) throw invalidField('notes', 'The notes field is required.');
    const refund = { ...this.get(id), notes: readNotes(notes) };
    this.stored.put(refund);
    return refund;
  }

  private refund(paymentId: string, body: unknown, webhooks?: WebhookMode): Refund {
    const fields = readFields(body, ['amount', 'speed', 'notes', 'receipt']);
    const payment = this.payments.get(paymentId);
    const amount = refundableAmount(payment, fields.amount);
    const speed = readChoice('speed', fields.speed, ['normal', 'optimum'], 'normal');
    const refund: Refund = {
      id: razorpayId('rfnd'),
      entity: 'refund',
      amount,
      currency: payment.currency,
      payment_id: payment.id,
      notes: readNotes(fields.notes),
      receipt: readReceipt(fields.receipt),
      acquirer_data: { arn: null },
      created_at: unixNow(),
      batch_id: null,
      status: 'pending',
      speed_requested: speed,
      speed_processed: speed === 'optimum' ? 'instant' : 'normal',
    };
    this.stored.put(refund);
    const refunded = this.payments.addRefunded(payment.id, amount);
    this.events.emit([{ event: 'refund.created', payload: { refund, payment: refunded } }], webhooks);
    this.processSoon(refund.id, webhooks);
    return refund;
  }

  private processSoon(id: string, webhooks?: WebhookMode): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (this.get(id).status !== 'pending') return;
      if (this.failing.delete(id)) return void this.fail(id);
      const arn = String(unixNow()).padStart(15, '0');
      const refund: Refund = { ...this.get(id), status: 'processed', acquirer_data: { arn } };
      this.stored.put(refund);
      const payment = this.payments.get(refund.payment_id);
      this.events.emit([{ event: 'refund.processed', payload: { refund, payment } }], webhooks);
    }, processingMs);
    this.timers.add(timer);
  }
}

/** Razorpay's text says nothing about the cause. */
function balanceIsLow(): RazorpayError {
  return new RazorpayError(400, 'invalid request sent', { source: 'business', step: 'payment_initiation' });
}

/** The requested amount, or the whole remaining one. @throws RazorpayError if it exceeds the remaining one */
function refundableAmount(payment: Payment, requested: unknown): number {
  if (!payment.captured) throw new RazorpayError(400, 'The payment status should be captured for action to be taken');
  const left = payment.amount - payment.amount_refunded;
  if (left === 0) throw new RazorpayError(400, 'The payment has been fully refunded already');
  const amount = requested === undefined || requested === null ? left : readAmount(requested);
  if (amount > left) throw invalidField('amount', 'The total refund amount is greater than the refund payment amount');
  return amount;
}
