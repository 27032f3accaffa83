import { billingCalls } from '@luit/contracts/billing/messages';
import type { WebhookDetails, WebhookRow } from '@luit/contracts/billing/webhook-events';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Conditions } from '@luit/platform/database/conditions';
import { countRows } from '@luit/platform/database/count-rows';
import { isUuid } from '@luit/platform/database/is-uuid';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { publishOperatorAction } from '../operators/operator-actions';
import { factsOf, readWebhook } from './webhook-body';
import { WebhooksService } from './webhooks.service';

export type WebhookFilter = RequestOf<typeof billingCalls.listWebhooks>;
export type WebhookReplay = RequestOf<typeof billingCalls.replayWebhook>;

export interface WebhookPage extends CappedCount {
  items: WebhookRow[];
  nextCursor: string | null;
}

/** Outcomes of verified webhooks that changed nothing. Every other one took effect, so a replay could only repeat it. */
const WITHOUT_EFFECT: readonly string[] = ['unknown_order', 'unknown_payment', 'mismatch', 'ignored', 'unreadable'];

const PER_ID = 1_000;

/** An array instead of a subquery: Postgres computes it once, with one index scan for each kind of id. */
const MATCHING_IDS = `ARRAY(
  SELECT id FROM (SELECT id FROM webhook_events WHERE event_id = $ LIMIT ${PER_ID}) AS by_event
  UNION SELECT id FROM (SELECT id FROM webhook_events WHERE payment_id = $ ORDER BY id DESC LIMIT ${PER_ID}) AS by_payment
  UNION SELECT id FROM (SELECT id FROM webhook_events WHERE razorpay_order_id = $ ORDER BY id DESC LIMIT ${PER_ID}) AS by_order
  UNION SELECT e.id FROM payments p, LATERAL (
    SELECT id FROM webhook_events WHERE payment_id = p.id ORDER BY id DESC LIMIT ${PER_ID}) e WHERE p.order_id = $::uuid
  UNION SELECT e.id FROM orders o, LATERAL (
    SELECT id FROM webhook_events WHERE razorpay_order_id = o.razorpay_order_id ORDER BY id DESC LIMIT ${PER_ID}) e WHERE o.id = $::uuid)`;

const COLUMNS = `id, event_id AS "eventId", type, outcome, reason, payment_id AS "paymentId", razorpay_order_id AS "razorpayOrderId",
  received_at AS "receivedAt", replayed_at AS "replayedAt", body IS NOT NULL AS "hasBody"`;

type StoredWebhook = WithDates<Omit<WebhookRow, 'canReplay'>, 'receivedAt' | 'replayedAt'> & { hasBody: boolean };

/** Lists Razorpay's webhooks for operators, and replays webhooks that had no effect. */
@Injectable()
export class WebhookEventsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly webhooks: WebhooksService,
  ) {}

  /** Newest first. */
  @OnCall(billingCalls.listWebhooks)
  async list({ limit, cursor, ...filter }: WebhookFilter): Promise<WebhookPage> {
    const [all, page] = [toConditions(filter), toConditions(filter)];
    if (cursor) page.add('id < $', cursor);
    const [rows, counted] = await Promise.all([
      this.database.query<StoredWebhook[]>(
        `${UNPREPARED}SELECT ${COLUMNS} FROM webhook_events WHERE ${page.sql} ORDER BY id DESC LIMIT ${limit + 1}`,
        page.values,
      ),
      countRows(this.database, `SELECT FROM webhook_events WHERE ${all.sql}`, all.values),
    ]);
    const items = rows.slice(0, limit).map(toRow);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null, ...counted };
  }

  /** @throws LuitError `not_found` */
  @OnCall(billingCalls.getWebhook)
  async get({ id }: RequestOf<typeof billingCalls.getWebhook>): Promise<WebhookDetails> {
    const [row] = await this.database.query<(StoredWebhook & { body: unknown })[]>(
      `SELECT ${COLUMNS}, body FROM webhook_events WHERE id = $1`,
      [id],
    );
    if (!row) throw notFound();
    const { body, ...rest } = row;
    return { ...toRow(rest), body: body === null ? null : JSON.stringify(body, null, 2) };
  }

  /**
   * Applies a webhook again, in one transaction with the entry of the audit log.
   *
   * @throws LuitError `not_found`; `conflict` if it took effect, was refused, or a newer webhook about the dispute was applied
   */
  @OnCall(billingCalls.replayWebhook)
  replay({ id, adminId, reason }: WebhookReplay): Promise<{ outcome: WebhookRow['outcome'] }> {
    return this.database.transaction(async (manager) => {
      const [row] = await manager.query<(StoredWebhook & { body: unknown })[]>(
        `SELECT ${COLUMNS}, body FROM webhook_events WHERE id = $1 FOR UPDATE`,
        [id],
      );
      if (!row) throw notFound();
      if (!hadNoEffect(row))
        throw new LuitError(
          'conflict',
          'This webhook cannot be replayed: it already took effect, or its sender could not be verified.',
        );
      const event = readWebhook(row.body);
      if (!event) throw new LuitError('conflict', 'This release of Luit cannot read this webhook.');
      const { facts, paymentId, orderId } = factsOf(event);
      if (event.payload.dispute) await refuseOutdated(manager, id, paymentId);
      const outcome = (await this.webhooks.handle(event, manager)) as WebhookRow['outcome'];
      await manager.query(
        `UPDATE webhook_events SET outcome = $2, type = $3, facts = $4, payment_id = $5, razorpay_order_id = $6, replayed_at = now()
          WHERE id = $1`,
        [id, outcome, event.event, JSON.stringify(facts), paymentId, orderId],
      );
      await publishOperatorAction(manager, {
        adminId,
        action: 'webhook_replayed',
        subject: row.eventId,
        details: { reason, type: event.event, outcome: `${row.outcome} → ${outcome}` },
      });
      return { outcome };
    });
  }
}

/** An older report of an open dispute would overwrite its phase and its deadline. */
async function refuseOutdated(manager: EntityManager, id: string, paymentId: string | null): Promise<void> {
  const newer = await manager.query<unknown[]>(
    `SELECT FROM webhook_events WHERE payment_id = $1 AND id > $2 AND type LIKE 'payment.dispute.%' LIMIT 1`,
    [paymentId, id],
  );
  if (newer.length > 0)
    throw new LuitError('conflict', 'A newer webhook about this dispute was received. Replay that one.');
}

function toConditions({ outcome, words }: Pick<WebhookFilter, 'outcome' | 'words'>): Conditions {
  const conditions = new Conditions();
  if (outcome) conditions.add('outcome = $', outcome);
  if (words !== undefined) {
    const uuid = isUuid(words) ? words : null;
    conditions.add(`id = ANY (${MATCHING_IDS})`, words, words, words, uuid, uuid);
  }
  return conditions;
}

function hadNoEffect({ outcome, hasBody }: Pick<StoredWebhook, 'outcome' | 'hasBody'>): boolean {
  return hasBody && WITHOUT_EFFECT.includes(outcome);
}

function toRow({ hasBody, ...row }: StoredWebhook): WebhookRow {
  return { ...withIsoTimes(row), canReplay: hadNoEffect({ ...row, hasBody }) };
}

function notFound(): LuitError {
  return new LuitError('not_found', 'Webhook not found. It may have been deleted at the end of its retention period.');
}
