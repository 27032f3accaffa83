import { deliveryJobs } from '@luit/contracts/auth/deliveries';
import { authCalls } from '@luit/contracts/auth/messages';
import { ownerOf } from '@luit/contracts/auth/test-accounts';
import { WEBHOOK_TEST_EVENT } from '@luit/contracts/auth/webhook-limits';
import type { WebhookDelivery, WebhookDeliveryPage } from '@luit/contracts/auth/webhooks';
import type { ApiKeyBudgetExhausted } from '@luit/contracts/billing/api-key-budgets';
import type { BalanceLow } from '@luit/contracts/billing/credit-notices';
import { billingEvents } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { ModelDeprecated } from '@luit/contracts/generation/models';
import type { RequestChanged, RequestErased } from '@luit/contracts/generation/requests';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { OnEvent } from '@luit/platform/events/on-event';
import { writeJob } from '@luit/platform/events/outbox';
import { correlation } from '@luit/platform/tracing/correlation';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { toWebhookDelivery, WEBHOOK_DELIVERIES, type WebhookDeliveryRow } from './webhook-delivery-row';
import { endpointNotFound } from '../../identity/webhook-endpoints/webhook-endpoints.service';
import {
  deprecationMessage,
  exhaustedBudgetMessage,
  lowBalanceMessage,
  messageOf,
  type WebhookMessage,
} from './webhook-payloads';

interface DeliveryQuery {
  userId: string;
  endpointId: string;
  limit: number;
  cursor?: string;
}

/** $1: type, $2: subject, $3: body, $4: correlation. A retried job is in progress again; its endpoints have been told. */
const queueSql = (owners: string) => `
  WITH delivery AS (
    INSERT INTO webhook_deliveries (id, endpoint_id, type, subject, body)
    SELECT uuidv7(), e.id, $1, $2, $3 FROM webhook_endpoints e JOIN users u ON u.id = e.user_id
     WHERE ${owners} AND e.off_at IS NULL AND $1 = ANY (e.events) AND u.status = 'active'
        ON CONFLICT (endpoint_id, subject, type) DO NOTHING RETURNING id
  )
  INSERT INTO outbox (kind, name, payload, options, correlation)
  SELECT '${deliveryJobs.webhook.kind}', '${deliveryJobs.webhook.name}', jsonb_build_object('id', id), '{}', $4 FROM delivery`;
const QUEUE_SQL = queueSql('e.user_id = $5');
const QUEUE_FOR_ALL_SQL = queueSql('true');

/** The response of a receiver may quote the body. */
const REDACT_SQL = `
  UPDATE webhook_deliveries d SET response = NULL,
         body = jsonb_set(jsonb_set(d.body::jsonb, '{data,prompt}', 'null', false), '{data,luit,metadata}', '{}', false)::text
    FROM webhook_endpoints e WHERE e.user_id = $2 AND d.endpoint_id = e.id AND d.subject = $1`;

/** The events that endpoints of users receive, including those about requests of their test keys, and the state of each delivery. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Queues the event for each of the owner's endpoints that subscribes to it, in the caller's transaction. */
  @OnEvent(generationEvents.requestChanged)
  async queue(change: RequestChanged, manager: EntityManager): Promise<void> {
    const { userId, id: requestId } = change.request;
    await this.queueMessage(manager, ownerOf(userId), requestId, messageOf(change, new Date()));
  }

  /** Queues a notice of billing likewise. */
  async queueLowBalance(notice: BalanceLow, manager: EntityManager): Promise<void> {
    await this.queueMessage(manager, notice.userId, notice.noticeId, lowBalanceMessage(notice));
  }

  /** Queues a notice of billing likewise. A key that its owner has revoked since is reported as well. */
  @OnEvent(billingEvents.apiKeyBudgetExhausted)
  async queueExhaustedBudget(notice: ApiKeyBudgetExhausted, manager: EntityManager): Promise<void> {
    const { noticeId, budget } = notice;
    const userId = ownerOf(notice.userId);
    const [key] = await manager.query<{ name: string }[]>('SELECT name FROM api_keys WHERE id = $1 AND user_id = $2', [
      ...[budget.keyId, userId],
    ]);
    if (key) await this.queueMessage(manager, userId, noticeId, exhaustedBudgetMessage(notice, key.name));
  }

  /** Queues a notice about a model for the endpoints of all users. */
  @OnEvent(generationEvents.modelDeprecated)
  async queueDeprecation(notice: ModelDeprecated, manager: EntityManager): Promise<void> {
    const { type, body } = deprecationMessage(notice, new Date());
    await manager.query(QUEUE_FOR_ALL_SQL, [type, notice.noticeId, body, correlation()]);
  }

  private async queueMessage(
    manager: EntityManager,
    userId: string,
    subject: string,
    { type, body }: WebhookMessage,
  ): Promise<void> {
    await manager.query(QUEUE_SQL, [type, subject, body, correlation(), userId]);
  }

  /** Removes what its owner wrote from the deliveries about an erased request, in the caller's transaction. */
  @OnEvent(generationEvents.requestErased)
  async redact({ requestId, userId }: RequestErased, manager: EntityManager): Promise<void> {
    await manager.query(REDACT_SQL, [requestId, ownerOf(userId)]);
  }

  /** @throws LuitError `not_found`, `conflict` for an endpoint that is off */
  @OnCall(authCalls.testWebhookEndpoint)
  test({ userId, endpointId }: Pick<DeliveryQuery, 'userId' | 'endpointId'>): Promise<WebhookDelivery> {
    return this.database.transaction(async (manager) => {
      const { offAt } = await findEndpoint(manager, userId, endpointId);
      if (offAt) throw endpointOff();
      const id = uuidv7();
      const timestamp = new Date().toISOString();
      const body = JSON.stringify({ type: WEBHOOK_TEST_EVENT, timestamp, data: { endpoint_id: endpointId } });
      await manager.query('INSERT INTO webhook_deliveries (id, endpoint_id, type, body) VALUES ($1, $2, $3, $4)', [
        ...[id, endpointId, WEBHOOK_TEST_EVENT, body],
      ]);
      await writeJob(manager, deliveryJobs.webhook, id);
      return find(manager, id);
    });
  }

  /** Newest first. @throws LuitError `not_found` */
  @OnCall(authCalls.listWebhookDeliveries)
  async list({
    userId,
    endpointId,
    limit,
    cursor,
  }: RequestOf<typeof authCalls.listWebhookDeliveries>): Promise<WebhookDeliveryPage> {
    await findEndpoint(this.database.manager, userId, endpointId);
    const rows = await this.database.query<WebhookDeliveryRow[]>(
      `${WEBHOOK_DELIVERIES} WHERE d.endpoint_id = $1 AND ($2::uuid IS NULL OR d.id < $2) ORDER BY d.id DESC LIMIT $3`,
      [endpointId, cursor ?? null, limit + 1],
    );
    const deliveries = rows.slice(0, limit).map(toWebhookDelivery);
    return { deliveries, nextCursor: rows.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
  }

  /** Starts over with the same id and body. @throws LuitError `not_found`, `conflict` while it is being tried, or its endpoint is off */
  @OnCall(authCalls.replayWebhookDelivery)
  replay({ userId, deliveryId }: RequestOf<typeof authCalls.replayWebhookDelivery>): Promise<WebhookDelivery> {
    return this.database.transaction(async (manager) => {
      const [row] = await manager.query<{ isWaiting: boolean; isOff: boolean }[]>(
        `SELECT d.due_at IS NOT NULL AS "isWaiting", e.off_at IS NOT NULL AS "isOff"
           FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
          WHERE d.id = $1 AND e.user_id = $2 FOR UPDATE OF d`,
        [deliveryId, userId],
      );
      if (!row) throw new LuitError('not_found', 'This delivery does not exist.');
      if (row.isOff) throw endpointOff();
      if (row.isWaiting) throw new LuitError('conflict', 'This delivery is still in progress.');
      await manager.query(
        `UPDATE webhook_deliveries SET attempts = 0, due_at = now(), delivered_at = NULL, failed_at = NULL WHERE id = $1`,
        [deliveryId],
      );
      await writeJob(manager, deliveryJobs.webhook, deliveryId);
      return find(manager, deliveryId);
    });
  }
}

async function find(manager: EntityManager, id: string): Promise<WebhookDelivery> {
  const [row] = await manager.query<WebhookDeliveryRow[]>(`${WEBHOOK_DELIVERIES} WHERE d.id = $1`, [id]);
  return toWebhookDelivery(row!);
}

async function findEndpoint(
  manager: EntityManager,
  userId: string,
  endpointId: string,
): Promise<{ offAt: Date | null }> {
  const [endpoint] = await manager.query<{ offAt: Date | null }[]>(
    'SELECT off_at AS "offAt" FROM webhook_endpoints WHERE id = $1 AND user_id = $2',
    [endpointId, userId],
  );
  if (!endpoint) throw endpointNotFound();
  return endpoint;
}

export function endpointOff(): LuitError {
  return new LuitError('conflict', 'This webhook endpoint is off. Turn it on first.');
}
