import { MAX_FAILING_DAYS, type WebhookOffReason } from '@luit/contracts/auth/webhook-limits';
import type { SignedWebhook, WebhookAttempt } from '@luit/contracts/auth/webhooks';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { MailsService } from '../mails/mails.service';
import { UserEntity } from '../users/user.entity';
import { publishWebhookAccount } from './webhook-accounts';
import { failWaiting } from './webhook-delivery-ends';
import { WebhookSecrets } from './webhook-secrets';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Between the attempts, as Standard Webhooks 1.0 recommends. */
const RETRIES_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14].map((hours) => hours * HOUR_MS)];
/** The endpoint wants no more webhooks. */
const GONE = 410;

/** SQL: deliveries that can be attempted. */
export const DUE_WEBHOOKS = `webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
  JOIN users u ON u.id = e.user_id WHERE d.due_at IS NOT NULL AND e.off_at IS NULL AND u.status = 'active'`;

interface DueRow {
  endpointId: string;
  url: string;
  body: string;
  secret: Buffer;
  previousSecret: Buffer | null;
}

interface AttemptedRow {
  endpointId: string;
  attempts: number;
  failingForTooLong: boolean;
}

/** Signs deliveries for the worker and records its attempts. Each is delivered at least once, or has failed after eight attempts. */
@Injectable()
export class WebhookAttemptsService {
  private readonly log = new Logger(WebhookAttemptsService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly secrets: WebhookSecrets,
    private readonly mails: MailsService,
  ) {}

  /** Null if it was delivered or has failed, its endpoint is off, or its account is not active. */
  async render({ deliveryId }: { deliveryId: string }): Promise<SignedWebhook | null> {
    const [row] = await this.database.query<DueRow[]>(
      `SELECT e.id AS "endpointId", e.url, d.body, e.secret,
              CASE WHEN e.previous_secret_expires_at > now() THEN e.previous_secret END AS "previousSecret"
         FROM ${DUE_WEBHOOKS} AND d.id = $1`,
      [deliveryId],
    );
    if (!row) return null;
    const { endpointId, url, body, secret, previousSecret } = row;
    const sealed = previousSecret ? [secret, previousSecret] : [secret];
    const signed = this.secrets.headersOf(endpointId, sealed, deliveryId, body);
    return { endpointId, url, headers: { 'content-type': 'application/json', ...signed }, body };
  }

  /** Idempotent after a success. Returns when to try again. */
  async record(attempt: WebhookAttempt): Promise<{ retryInMs: number | null }> {
    const { deliveryId, status } = attempt;
    if (status !== null && status >= 200 && status < 300) {
      await this.recordSuccess(attempt);
      return { retryInMs: null };
    }
    const error = attempt.error ?? `The endpoint responded with status ${status}`;
    const [row] = await this.database.query<AttemptedRow[]>(
      `WITH delivery AS (
         UPDATE webhook_deliveries SET attempts = attempts + 1, attempted_at = now(), status = $2, duration_ms = $3,
                response = $4, error = $5,
                due_at = now() + ($6::bigint[])[attempts + 1] * interval '1 millisecond',
                failed_at = CASE WHEN attempts + 1 > cardinality($6::bigint[]) THEN now() END
          WHERE id = $1 AND due_at IS NOT NULL RETURNING endpoint_id, attempts
       ), endpoint AS (
         UPDATE webhook_endpoints e SET last_error = $5, failing_since = coalesce(failing_since, now())
           FROM delivery WHERE e.id = endpoint_id RETURNING e.id, e.off_at, e.failing_since
       )
       SELECT id AS "endpointId", attempts,
              off_at IS NULL AND failing_since < now() - interval '${MAX_FAILING_DAYS} days' AS "failingForTooLong"
         FROM delivery JOIN endpoint ON id = endpoint_id`,
      [deliveryId, status, attempt.durationMs, attempt.response, error, RETRIES_MS],
    );
    if (!row) return { retryInMs: null };
    const { endpointId, attempts } = row;
    this.log.warn({ msg: 'Webhook delivery failed', deliveryId, endpointId, attempts, status, reason: error });
    if (status === GONE) return this.switchOff(endpointId, 'gone', error);
    if (row.failingForTooLong) return this.switchOff(endpointId, 'failing', error);
    return { retryInMs: RETRIES_MS[attempts - 1] ?? null };
  }

  private async recordSuccess({ deliveryId, status, durationMs, response }: WebhookAttempt): Promise<void> {
    const delivered = await this.database.query<{ attempts: number }[]>(
      `WITH delivery AS (
         UPDATE webhook_deliveries SET attempts = attempts + 1, attempted_at = now(), status = $2, duration_ms = $3,
                response = $4, error = NULL, due_at = NULL, delivered_at = now(), failed_at = NULL
          WHERE id = $1 AND delivered_at IS NULL RETURNING endpoint_id, attempts
       ), endpoint AS (
         UPDATE webhook_endpoints e SET delivered_at = now(), failing_since = NULL, last_error = NULL
           FROM delivery WHERE e.id = endpoint_id
            AND (e.failing_since IS NOT NULL OR e.delivered_at IS NULL OR e.delivered_at < now() - interval '1 minute')
       )
       SELECT attempts FROM delivery`,
      [deliveryId, status, durationMs, response],
    );
    if (delivered[0]) this.log.log({ msg: 'Webhook delivered', deliveryId, attempts: delivered[0].attempts });
  }

  /** Mails the owner once: another attempt may have switched it off already. */
  private async switchOff(
    endpointId: string,
    reason: Extract<WebhookOffReason, 'gone' | 'failing'>,
    error: string,
  ): Promise<{ retryInMs: null }> {
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
    return { retryInMs: null };
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
