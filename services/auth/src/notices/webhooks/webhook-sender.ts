import type { OutboundRequest } from '@luit/contracts/auth/deliveries';
import { MAX_FAILING_DAYS, type WebhookOffReason } from '@luit/contracts/auth/webhook-limits';
import { Batcher } from '@luit/platform/database/batcher';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { MailsService } from '../../records/queued-mails/mails.service';
import { UserEntity } from '../../records/users/user.entity';
import { publishWebhookAccount } from '../../identity/webhook-endpoints/webhook-accounts';
import { failWaiting } from '../../identity/webhook-endpoints/webhook-delivery-ends';
import { WebhookSecrets } from '../../identity/webhook-endpoints/webhook-secrets';
import { DeliveriesService } from '../deliveries/deliveries.service';
import type { DeliveryDeclaration, DeliverySender, RecordedAttempt } from '../deliveries/delivery-attempts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Between the attempts, as Standard Webhooks 1.0 recommends. */
const RETRIES_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14].map((hours) => hours * HOUR_MS)];
/** The endpoint wants no more webhooks. */
const GONE = 410;

const MAX_FAILING_MS = MAX_FAILING_DAYS * 24 * HOUR_MS;

const WEBHOOK_DELIVERIES: DeliveryDeclaration = {
  table: 'webhook_deliveries',
  targets: 'webhook_endpoints',
  targetColumn: 'endpoint_id',
  targetState: { success: '', failure: '' },
  attemptColumns: ', duration_ms = attempt.duration_ms, response = attempt.response',
  due: `webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
    JOIN users u ON u.id = e.user_id WHERE d.due_at IS NOT NULL AND e.off_at IS NULL AND u.status = 'active'`,
  retriesMs: RETRIES_MS,
  isLastAttempt: `d.attempts >= ${RETRIES_MS.length}`,
};

/** Returns which of the deliveries $1 can be attempted. */
const RENDER_SQL = `
  SELECT d.id AS "deliveryId", e.id AS "endpointId", e.url, d.body, e.secret,
         CASE WHEN e.previous_secret_expires_at > now() THEN e.previous_secret END AS "previousSecret"
    FROM ${WEBHOOK_DELIVERIES.due} AND d.id = ANY ($1)`;

interface DueRow {
  deliveryId: string;
  endpointId: string;
  url: string;
  body: string;
  secret: Buffer;
  previousSecret: Buffer | null;
}

/** Signs webhooks, and switches off endpoints that are gone or have failed for too long. */
@Injectable()
export class WebhookSender implements DeliverySender {
  readonly declaration = WEBHOOK_DELIVERIES;
  readonly name = 'Webhook';
  readonly responder = 'endpoint';
  private readonly log = new Logger(WebhookSender.name);
  private readonly renderings = new Batcher<string, OutboundRequest | null>((ids) => this.renderAll(ids), {
    dropsLateItems: true,
  });

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly secrets: WebhookSecrets,
    private readonly mails: MailsService,
    deliveries: DeliveriesService,
  ) {
    deliveries.addSender('webhook', this);
  }

  render(deliveryId: string): Promise<OutboundRequest | null> {
    return this.renderings.add(deliveryId);
  }

  async endTarget({ targetId, failingForMs }: RecordedAttempt, status: number | null, error: string): Promise<boolean> {
    const isGone = status === GONE;
    if (!isGone && (failingForMs ?? 0) <= MAX_FAILING_MS) return false;
    await this.switchOff(targetId, isGone ? 'gone' : 'failing', error);
    return true;
  }

  private async renderAll(ids: string[]): Promise<(OutboundRequest | null | Error)[]> {
    const rows = await this.database.query<DueRow[]>(RENDER_SQL, [ids]);
    const due = new Map(rows.map((row) => [row.deliveryId, row]));
    return ids.map((id) => {
      const row = due.get(id);
      return row ? this.sign(row) : null;
    });
  }

  /** Returns an error for a secret that cannot be opened, so that it fails the deliveries of its endpoint alone. */
  private sign({ deliveryId, endpointId, url, body, secret, previousSecret }: DueRow): OutboundRequest | Error {
    const sealed = previousSecret ? [secret, previousSecret] : [secret];
    try {
      const signed = this.secrets.headersOf(endpointId, sealed, deliveryId, body);
      const headers = { 'content-type': 'application/json', ...signed };
      return { targetId: endpointId, url, headers, body, encoding: 'utf8' };
    } catch (cause) {
      return new Error(`A secret of webhook endpoint ${endpointId} cannot be opened`, { cause });
    }
  }

  /** Mails the owner once: another attempt may have switched it off already. */
  private async switchOff(
    endpointId: string,
    reason: Extract<WebhookOffReason, 'gone' | 'failing'>,
    error: string,
  ): Promise<void> {
    await this.database.transaction(async (manager) => {
      const owner = await lockOwnerOf(manager, endpointId);
      if (!owner) return;
      const [off] = await manager.query<[{ url: string }[], number]>(
        `UPDATE webhook_endpoints SET off_at = now(), off_reason = $2 WHERE id = $1 AND off_at IS NULL RETURNING url`,
        [endpointId, reason],
      );
      if (!off[0]) return;
      await publishWebhookAccount(manager, owner.id);
      const details = { origin: new URL(off[0].url).origin, reason, error };
      await this.mails.queue(manager, owner, 'webhook_endpoint_off', { details });
      this.log.warn({ msg: 'Webhook endpoint switched off', endpointId, userId: owner.id, reason });
    });
    await failWaiting(this.database.manager, endpointId);
  }
}

/** Before its endpoint, as all changes of endpoints do. */
async function lockOwnerOf(manager: EntityManager, endpointId: string): Promise<UserEntity | null> {
  const [found] = await manager.query<{ userId: string }[]>(
    'SELECT user_id AS "userId" FROM webhook_endpoints WHERE id = $1',
    [endpointId],
  );
  if (!found) return null;
  const where = { id: found.userId, status: 'active' as const };
  return manager.findOne(UserEntity, { where, lock: { mode: 'pessimistic_write' } });
}
