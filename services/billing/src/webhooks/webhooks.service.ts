import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { addLogFields } from '@luit/platform/tracing/correlation';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { createHash } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { OrderEntity } from '../orders/order.entity';
import { SettlementService } from '../payments/settlement.service';
import { RazorpayClient, razorpayDispute, razorpayPayment, razorpayRefund } from '../razorpay/razorpay-client';
import { ExternalRefunds } from '../refunds/external-refunds';

const SOURCE = 'razorpay';

const webhook = z.object({
  event: z.string().max(200),
  payload: z.object({
    payment: z.object({ entity: razorpayPayment }).optional(),
    refund: z.object({ entity: razorpayRefund }).optional(),
    dispute: z.object({ entity: razorpayDispute }).optional(),
  }),
});

type Webhook = z.infer<typeof webhook>;

export interface Delivery {
  /** Base64. */
  rawBody: string;
  signature: string;
  eventId: string;
}

/** `payment.failed` is not final: the buyer may try again in the same checkout. */
const SETTLING_EVENTS = ['payment.captured', 'order.paid', 'payment.failed'];

@Injectable()
export class WebhooksService {
  private readonly log = new Logger(WebhooksService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly razorpay: RazorpayClient,
    private readonly settlement: SettlementService,
    private readonly externalRefunds: ExternalRefunds,
  ) {}

  /**
   * Stores the event and applies it in one transaction. If that fails, Razorpay delivers the event again.
   *
   * @throws LuitError `invalid_signature`
   */
  async receive({ rawBody, signature, eventId }: Delivery): Promise<{ isDuplicate: boolean }> {
    const bytes = Buffer.from(rawBody, 'base64');
    if (!this.razorpay.isWebhookSigned(bytes, signature)) {
      recordSecurityEvent('webhook_signature_refused', { sender: 'razorpay', reason: 'Wrong signature', eventId });
      throw new LuitError('invalid_signature', 'Invalid signature');
    }
    const event = parse(bytes);
    const id = eventId || createHash('sha256').update(bytes).digest('hex');
    return this.database.transaction(async (manager) => {
      if (!(await storeEvent(manager, id, event))) return { isDuplicate: true };
      const outcome = event ? await this.handle(event, manager) : 'unreadable';
      await manager.query(`UPDATE webhook_events SET outcome = $3 WHERE source = $1 AND event_id = $2`, [
        SOURCE,
        id,
        outcome,
      ]);
      this.log.log({ msg: 'Webhook handled', eventId: id, event: event?.event, outcome });
      return { isDuplicate: false };
    });
  }

  private async handle({ event, payload }: Webhook, manager: EntityManager): Promise<string> {
    const payment = payload.payment?.entity;
    if (payment) addLogFields({ paymentId: payment.id });
    const { refund, dispute } = payload;
    if (refund) return this.externalRefunds.recordRefund(refund.entity, payment ?? null, manager);
    if (dispute) return this.externalRefunds.recordDispute(dispute.entity, payment ?? null, manager);
    if (!payment?.order_id) return 'ignored';
    const order = await manager.findOneBy(OrderEntity, { razorpayOrderId: payment.order_id });
    if (!order) return 'unknown_order';
    addLogFields({ orderId: order.id });
    if (event === 'payment.authorized') {
      // The poller captures the payment outside this transaction, unless Razorpay captures it automatically first.
      await manager.query(
        `UPDATE orders SET next_poll_at = least(next_poll_at, now() + interval '5 seconds') WHERE id = $1 AND state = 'open'`,
        [order.id],
      );
      return 'poller';
    }
    if (!SETTLING_EVENTS.includes(event)) return 'ignored';
    return (await this.settlement.settle(order, payment, 'webhook', manager)).outcome;
  }
}

function parse(bytes: Buffer): Webhook | null {
  try {
    return webhook.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    // The signature is valid, so this is an unknown kind of event; it is stored as unreadable.
    return null;
  }
}

function factsOf(event: Webhook | null): object {
  const { payment, refund, dispute } = event?.payload ?? {};
  return refund?.entity ?? dispute?.entity ?? payment?.entity ?? {};
}

async function storeEvent(manager: EntityManager, id: string, event: Webhook | null): Promise<boolean> {
  const inserted = await manager.query<unknown[]>(
    `INSERT INTO webhook_events (source, event_id, type, facts, outcome) VALUES ($1, $2, $3, $4, 'received')
     ON CONFLICT DO NOTHING RETURNING event_id`,
    [SOURCE, id, event?.event ?? 'unreadable', JSON.stringify(factsOf(event))],
  );
  return inserted.length > 0;
}
