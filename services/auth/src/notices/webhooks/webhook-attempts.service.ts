import { authCalls } from '@luit/contracts/auth/messages';
import type { WebhookOffReason } from '@luit/contracts/auth/webhook-limits';
import type { SignedWebhook, WebhookAttempt } from '@luit/contracts/auth/webhooks';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Batcher } from '@luit/platform/database/batcher';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { MailsService } from '../../records/queued-mails/mails.service';
import { UserEntity } from '../../records/users/user.entity';
import { publishWebhookAccount } from '../../identity/webhook-endpoints/webhook-accounts';
import { WebhookAttemptBatcher } from './webhook-attempt-batcher';
import { recordFailures, recordSuccesses } from './webhook-attempt-statements';
import { failWaiting } from '../../identity/webhook-endpoints/webhook-delivery-ends';
import { WebhookSecrets } from '../../identity/webhook-endpoints/webhook-secrets';

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

/** Returns which of the deliveries $1 can be attempted. */
const RENDER_SQL = `
  SELECT d.id AS "deliveryId", e.id AS "endpointId", e.url, d.body, e.secret,
         CASE WHEN e.previous_secret_expires_at > now() THEN e.previous_secret END AS "previousSecret"
    FROM ${DUE_WEBHOOKS} AND d.id = ANY ($1)`;

interface DueRow {
  deliveryId: string;
  endpointId: string;
  url: string;
  body: string;
  secret: Buffer;
  previousSecret: Buffer | null;
}

/** Signs deliveries for the worker and records its attempts. Each is delivered at least once, or has failed after eight attempts. */
@Injectable()
export class WebhookAttemptsService {
  private readonly log = new Logger(WebhookAttemptsService.name);

  private readonly renderings = new Batcher<string, SignedWebhook | null>((ids) => this.renderAll(ids), {
    dropsLateItems: true,
  });
  private readonly successes = new WebhookAttemptBatcher((attempts, lockedRows) =>
    recordSuccesses(this.database, attempts, lockedRows),
  );
  private readonly failures = new WebhookAttemptBatcher((attempts, lockedRows) =>
    recordFailures(this.database, attempts, RETRIES_MS, lockedRows),
  );

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly secrets: WebhookSecrets,
    private readonly mails: MailsService,
  ) {}

  /** Null if it was delivered or has failed, its endpoint is off, or its account is not active. */
  @OnCall(authCalls.renderWebhook)
  render({ deliveryId }: RequestOf<typeof authCalls.renderWebhook>): Promise<SignedWebhook | null> {
    return this.renderings.add(deliveryId);
  }

  /** Idempotent after a success. Returns when to try again. */
  @OnCall(authCalls.recordWebhook)
  async record(attempt: WebhookAttempt): Promise<{ retryInMs: number | null }> {
    const { deliveryId, status } = attempt;
    if (status !== null && status >= 200 && status < 300) {
      const row = await this.successes.record({ ...attempt, error: null });
      if (row) this.log.log({ msg: 'Webhook delivered', deliveryId, attempts: row.attempts });
      return { retryInMs: null };
    }
    const error = attempt.error ?? `The endpoint responded with status ${status}`;
    const row = await this.failures.record({ ...attempt, error });
    if (!row) return { retryInMs: null };
    const { endpointId, attempts } = row;
    this.log.warn({ msg: 'Webhook delivery failed', deliveryId, endpointId, attempts, status, reason: error });
    if (status === GONE) return this.switchOff(endpointId, 'gone', error);
    if (row.failingForTooLong) return this.switchOff(endpointId, 'failing', error);
    return { retryInMs: RETRIES_MS[attempts - 1] ?? null };
  }

  private async renderAll(ids: string[]): Promise<(SignedWebhook | null | Error)[]> {
    const rows = await this.database.query<DueRow[]>(RENDER_SQL, [ids]);
    const due = new Map(rows.map((row) => [row.deliveryId, row]));
    return ids.map((id) => {
      const row = due.get(id);
      return row ? this.sign(row) : null;
    });
  }

  /** Returns an error for a secret that cannot be opened, so that it fails the deliveries of its endpoint alone. */
  private sign({ deliveryId, endpointId, url, body, secret, previousSecret }: DueRow): SignedWebhook | Error {
    const sealed = previousSecret ? [secret, previousSecret] : [secret];
    try {
      const signed = this.secrets.headersOf(endpointId, sealed, deliveryId, body);
      return { endpointId, url, headers: { 'content-type': 'application/json', ...signed }, body };
    } catch (cause) {
      return new Error(`A secret of webhook endpoint ${endpointId} cannot be opened`, { cause });
    }
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
