import { billingCalls } from '@luit/contracts/billing/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { LuitError } from '@luit/contracts/errors';
import { OnCall } from '@luit/platform/calls/on-call';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { addLogFields } from '@luit/platform/tracing/correlation';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { createHash } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEntity } from '../orders/order.entity';
import { SettlementService } from '../payments/settlement.service';
import { RazorpayClient } from '../razorpay/razorpay-client';
import { ExternalRefunds } from '../refunds/external-refunds';
import { maskBody } from './mask-body';
import { factsOf, parseJson, readWebhook, type Webhook } from './webhook-body';

const SOURCE = 'razorpay';
/** Refused webhooks that are stored per hour; forgers send more. */
const MAX_REFUSED_PER_HOUR = 100;
const MAX_EVENT_ID = 200;

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
  @OnCall(billingCalls.receiveWebhook)
  async receive({
    rawBody,
    signature,
    eventId,
  }: RequestOf<typeof billingCalls.receiveWebhook>): Promise<{ isDuplicate: boolean }> {
    const bytes = Buffer.from(rawBody, 'base64');
    const id = eventId || createHash('sha256').update(bytes).digest('hex');
    if (!this.razorpay.isWebhookSigned(bytes, signature)) {
      recordSecurityEvent('webhook_signature_refused', { sender: 'razorpay', reason: 'Wrong signature', eventId });
      await this.storeRefused(id);
      throw new LuitError('invalid_signature', 'Invalid signature');
    }
    const body = parseJson(bytes);
    const event = readWebhook(body);
    return this.database.transaction(async (manager) => {
      const rowId = await storeEvent(manager, id, body, event);
      if (!rowId) return { isDuplicate: true };
      const outcome = event ? await this.handle(event, manager) : 'unreadable';
      await manager.query(`UPDATE webhook_events SET outcome = $2 WHERE id = $1`, [rowId, outcome]);
      this.log.log({ msg: 'Webhook handled', eventId: id, event: event?.event, outcome });
      return { isDuplicate: false };
    });
  }

  /** Applies an event of Razorpay. Idempotent: an event that took effect before changes nothing. */
  async handle({ event, payload }: Webhook, manager: EntityManager): Promise<string> {
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

  /** Lets operators see that Luit refuses webhooks, for example because the secret is wrong. Stores nothing of the body. */
  private async storeRefused(eventId: string): Promise<void> {
    await this.database.query(
      `INSERT INTO webhook_events (source, event_id, type, facts, outcome, reason)
       SELECT $1, $2, 'unknown', '{}', 'refused', 'wrong_signature'
        WHERE (SELECT count(*) FROM (SELECT FROM webhook_events WHERE outcome = 'refused' AND received_at > now() - interval '1 hour'
                                      LIMIT ${MAX_REFUSED_PER_HOUR}) recent) < ${MAX_REFUSED_PER_HOUR}`,
      [SOURCE, eventId.replaceAll('\0', '').slice(0, MAX_EVENT_ID)],
    );
  }
}

/** Returns the id of the row; undefined for an event that was received before. */
async function storeEvent(
  manager: EntityManager,
  eventId: string,
  body: unknown,
  event: Webhook | null,
): Promise<string | undefined> {
  const { facts, paymentId, orderId } = factsOf(event);
  const [inserted] = await manager.query<{ id: string }[]>(
    `INSERT INTO webhook_events (source, event_id, type, facts, body, payment_id, razorpay_order_id, outcome)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'received')
     ON CONFLICT (source, event_id) WHERE outcome <> 'refused' DO NOTHING RETURNING id`,
    [
      SOURCE,
      eventId,
      event?.event ?? 'unreadable',
      JSON.stringify(facts),
      body === undefined ? null : JSON.stringify(maskBody(body)),
      paymentId,
      orderId,
    ],
  );
  return inserted?.id;
}
