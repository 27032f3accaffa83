import {
  alertDeliveryJob,
  type WebhookRequest,
  alertDestinationCalls,
} from '@luit/contracts/alerts/alert-destinations';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeJob } from '@luit/platform/events/outbox';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { MailsService } from '../../records/queued-mails/mails.service';
import { type AlertMessage, jsonBody, slackBody } from './alert-messages';
import { AlertSignatures } from './alert-signatures';
import { recordDelivered } from './delivered-alerts';

const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 10 * 60_000;
/** After that, the news of an alert is of no use. */
const GIVE_UP_AFTER = '24 hours';

interface DeliveryRow {
  destinationId: string;
  format: 'json' | 'slack';
  url: Buffer;
  message: AlertMessage;
  createdAt: Date;
}

/** Messages about alerts to the destinations. Each is delivered at least once under a stable id, or given up after a day. */
@Injectable()
export class AlertDeliveries {
  private readonly log = new Logger(AlertDeliveries.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: Pick<AuthConfig, 'webUrl'>,
    private readonly mails: MailsService,
    private readonly signatures: AlertSignatures,
  ) {}

  /** Queues the message to every destination, in the caller's transaction. The news that a destination fails is not sent there. */
  async queue(manager: EntityManager, message: AlertMessage): Promise<void> {
    const destinations = await manager.query<{ id: string; kind: string; target: string }[]>(
      `SELECT id, kind, target FROM alert_destinations WHERE $1 <> 'alert_deliveries_failing' OR id::text <> $2 ORDER BY id`,
      [message.kind, message.subject],
    );
    for (const destination of destinations) await this.queueTo(manager, destination, message);
  }

  async queueTest(manager: EntityManager, id: string): Promise<void> {
    const [destination] = await manager.query<{ id: string; kind: string; target: string }[]>(
      `SELECT id, kind, target FROM alert_destinations WHERE id = $1`,
      [id],
    );
    const message: AlertMessage = {
      what: 'test',
      id: uuidv7(),
      kind: 'customers_waiting',
      subject: 'test',
      severity: 'warning',
      summary: 'This is a test message. Nothing is wrong.',
      action: 'No action needed. Alerts will be delivered here.',
      openedAt: new Date().toISOString(),
      closedAt: null,
    };
    if (destination) await this.queueTo(manager, destination, message);
  }

  /** Returns null if the message was delivered, given up or dropped with its destination. */
  @OnCall(alertDestinationCalls.renderAlertDelivery)
  async render({
    deliveryId,
  }: RequestOf<typeof alertDestinationCalls.renderAlertDelivery>): Promise<WebhookRequest | null> {
    const [row] = await this.database.query<DeliveryRow[]>(
      `SELECT d.id AS "destinationId", d.format, d.url, w.message, w.created_at AS "createdAt"
         FROM alert_deliveries w JOIN alert_destinations d ON d.id = w.destination_id
        WHERE w.id = $1 AND d.kind = 'webhook' AND w.delivered_at IS NULL AND w.given_up_at IS NULL`,
      [deliveryId],
    );
    if (!row) return null;
    const { webUrl } = this.config;
    const url = this.signatures.open(row.destinationId, row.url);
    const contentType = { 'content-type': 'application/json' };
    if (row.format === 'slack') return { url, headers: contentType, body: slackBody(webUrl, row.message) };
    const body = jsonBody(webUrl, row.message, row.createdAt.toISOString());
    const signed = this.signatures.headersOf(row.destinationId, deliveryId, Math.floor(Date.now() / 1_000), body);
    return { url, headers: { ...contentType, ...signed }, body };
  }

  /** Idempotent after a success. Retries back off from 5 seconds to 10 minutes and end after a day. */
  @OnCall(alertDestinationCalls.recordAlertDelivery)
  async record({
    deliveryId,
    error,
  }: RequestOf<typeof alertDestinationCalls.recordAlertDelivery>): Promise<{ retryInMs: number | null }> {
    return this.database.transaction(async (manager) => {
      if (error === null) {
        await recordDelivered(manager, deliveryId);
        return { retryInMs: null };
      }
      const [[row]] = await manager.query<[{ destinationId: string; attempts: number; isOver: boolean }[], number]>(
        `UPDATE alert_deliveries SET attempts = attempts + 1, last_error = $2,
                given_up_at = CASE WHEN created_at < now() - interval '${GIVE_UP_AFTER}' THEN now() END
          WHERE id = $1 AND delivered_at IS NULL AND given_up_at IS NULL
        RETURNING destination_id AS "destinationId", attempts, given_up_at IS NOT NULL AS "isOver"`,
        [deliveryId, error],
      );
      if (!row) return { retryInMs: null };
      await manager.query(
        `UPDATE alert_destinations SET failures = failures + 1, last_error = $2, failing_since = coalesce(failing_since, now())
          WHERE id = $1`,
        [row.destinationId, error],
      );
      this.log.warn({ msg: 'Alert delivery failed', deliveryId, attempts: row.attempts, reason: error });
      return { retryInMs: row.isOver ? null : Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (row.attempts - 1)) };
    });
  }

  private async queueTo(
    manager: EntityManager,
    { id: destinationId, kind, target }: { id: string; kind: string; target: string },
    message: AlertMessage,
  ): Promise<void> {
    const id = uuidv7();
    await manager.query(`INSERT INTO alert_deliveries (id, destination_id, message) VALUES ($1, $2, $3)`, [
      id,
      destinationId,
      JSON.stringify(message),
    ]);
    if (kind === 'webhook') return writeJob(manager, alertDeliveryJob, id);
    const { what, kind: alertKind, subject, summary, action, openedAt, closedAt } = message;
    const details = {
      what,
      kind: alertKind,
      subject,
      summary,
      action,
      openedAt,
      closedAt: closedAt ?? '',
      deliveryId: id,
    };
    await this.mails.queueAlert(manager, target, details);
  }
}
