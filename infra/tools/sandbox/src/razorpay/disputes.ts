import { razorpayId } from '../ids';
import type { Collection } from '../journal';
import { unixNow, type Dispute, type Listing } from './entities';
import { RazorpayError, unknownId } from './errors';
import type { RazorpayEvents, WebhookMode } from './events';
import { listing } from './input';
import type { Payments } from './payments';

const SECONDS_TO_RESPOND = 7 * 86_400;

/** Chargebacks: a payer's bank claims money back and later decides. */
export class Disputes {
  constructor(
    private readonly stored: Collection<Dispute>,
    private readonly payments: Payments,
    private readonly events: RazorpayEvents,
  ) {}

  /** Opens a dispute; by default about the whole payment. */
  open(paymentId: string, webhooks: WebhookMode, paise?: number): Dispute {
    const payment = this.payments.get(paymentId);
    const amount = paise ?? payment.amount;
    if (!payment.captured || amount > payment.amount)
      throw new RazorpayError(400, 'This payment cannot be disputed so');
    const dispute: Dispute = {
      id: razorpayId('disp'),
      entity: 'dispute',
      payment_id: payment.id,
      amount,
      currency: payment.currency,
      amount_deducted: 0,
      reason_code: 'goods_or_services_not_received_or_partially_received',
      reason_description: 'Goods or services not received or partially received',
      respond_by: unixNow() + SECONDS_TO_RESPOND,
      status: 'open',
      phase: 'chargeback',
      created_at: unixNow(),
    };
    return this.save(dispute, 'payment.dispute.created', webhooks);
  }

  /** Sets the bank's decision. Only a lost dispute is deducted. */
  end(id: string, status: 'under_review' | 'won' | 'lost' | 'closed', webhooks: WebhookMode): Dispute {
    const dispute = this.get(id);
    if (!['open', 'under_review'].includes(dispute.status))
      throw new RazorpayError(400, 'The dispute has ended already');
    const amount_deducted = status === 'lost' ? dispute.amount : 0;
    return this.save({ ...dispute, status, amount_deducted }, `payment.dispute.${status}`, webhooks);
  }

  get(id: string): Dispute {
    const dispute = this.stored.get(id);
    if (!dispute) throw unknownId();
    return dispute;
  }

  list(query: unknown): Listing<Dispute> {
    return listing(this.stored.values(), query);
  }

  private save(dispute: Dispute, event: string, webhooks: WebhookMode): Dispute {
    this.stored.put(dispute);
    this.events.emit([{ event, payload: { dispute, payment: this.payments.get(dispute.payment_id) } }], webhooks);
    return dispute;
  }
}
