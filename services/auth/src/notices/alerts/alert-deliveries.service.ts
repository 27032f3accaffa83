import { deliveryJobs, type OutboundRequest } from '@luit/contracts/auth/deliveries';
import { writeJob } from '@luit/platform/events/outbox';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { MailsService } from '../../records/queued-mails/mails.service';
import { DeliveriesService } from '../deliveries/deliveries.service';
import type { DeliverySender } from '../deliveries/delivery-attempts';
import { type AlertMessage, jsonBody, mailDetails, slackBody } from './alert-messages';
import { AlertSignatures } from './alert-signatures';
import { ALERT_DELIVERIES } from '../deliveries/delivered-alerts';

interface DeliveryRow {
  destinationId: string;
  format: 'json' | 'slack';
  url: Buffer;
  message: AlertMessage;
  createdAt: Date;
}

/** Messages about alerts to the destinations. Each is given up after a day. */
@Injectable()
export class AlertDeliveries implements DeliverySender {
  readonly declaration = ALERT_DELIVERIES;
  readonly name = 'Alert';
  readonly responder = 'server';

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: Pick<AuthConfig, 'webUrl'>,
    private readonly mails: MailsService,
    private readonly signatures: AlertSignatures,
    deliveries: DeliveriesService,
  ) {
    deliveries.addSender('alert', this);
  }

  /** Queues the message to every destination, in the caller's transaction. The news that a destination fails is not sent there. @returns their names */
  async queue(manager: EntityManager, message: AlertMessage): Promise<string[]> {
    const destinations = await manager.query<{ id: string; kind: string; target: string }[]>(
      `SELECT id, kind, target FROM alert_destinations WHERE $1 <> 'alert_deliveries_failing' OR id::text <> $2 ORDER BY id`,
      [message.kind, message.subject],
    );
    for (const destination of destinations) await this.queueTo(manager, destination, message);
    return destinations.map(({ target }) => target);
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

  async render(deliveryId: string): Promise<OutboundRequest | null> {
    const [row] = await this.database.query<DeliveryRow[]>(
      `SELECT e.id AS "destinationId", e.format, e.url, d.message, d.created_at AS "createdAt" FROM ${ALERT_DELIVERIES.due} AND d.id = $1`,
      [deliveryId],
    );
    if (!row) return null;
    const { destinationId: targetId, format, message, createdAt } = row;
    const { webUrl } = this.config;
    const body = format === 'slack' ? slackBody(webUrl, message) : jsonBody(webUrl, message, createdAt.toISOString());
    const headers = {
      ...{ 'content-type': 'application/json', 'user-agent': 'Luit-Alerts/1' },
      ...(format === 'json' && this.signatures.headersOf(targetId, deliveryId, Math.floor(Date.now() / 1_000), body)),
    };
    return { targetId, url: this.signatures.open(targetId, row.url), headers, body, encoding: 'utf8' };
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
    if (kind === 'webhook') return writeJob(manager, deliveryJobs.alert, id);
    await this.mails.queueAlert(manager, target, { ...mailDetails(message), deliveryId: id });
  }
}
