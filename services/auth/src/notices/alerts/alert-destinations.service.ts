import { type AlertDestination, alertDestinationCalls } from '@luit/contracts/alerts/alert-destinations';
import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { outboundUrlFault } from '@luit/platform/security/outbound-url';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { findOperator } from '../../records/operators/find-operator';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { AlertDeliveries } from './alert-deliveries.service';
import { AlertSignatures } from './alert-signatures';

const MAX_DESTINATIONS = 20;

type Row = Pick<AlertDestination, 'id' | 'kind' | 'format' | 'target' | 'createdBy' | 'waiting'> & {
  createdAt: Date;
  deliveredAt: Date | null;
  failingSince: Date | null;
  lastError: string | null;
  failures: number;
};

const LIST_SQL = `
  SELECT d.id, d.kind, d.format, d.target, d.created_at AS "createdAt", d.created_by AS "createdBy",
         d.delivered_at AS "deliveredAt", d.failing_since AS "failingSince", d.last_error AS "lastError", d.failures,
         (SELECT count(*)::int FROM alert_deliveries w WHERE w.destination_id = d.id AND w.due_at IS NOT NULL) AS waiting
    FROM alert_destinations d`;

/** Alert destinations, in addition to the emails to owners and operations. */
@Injectable()
export class AlertDestinationsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: Pick<AuthConfig, 'isPrivateWebhookAllowed'>,
    private readonly auditLog: AuditLogService,
    private readonly deliveries: AlertDeliveries,
    private readonly signatures: AlertSignatures,
  ) {}

  /** Oldest first. */
  @OnCall(alertDestinationCalls.listAlertDestinations)
  async list(): Promise<{ destinations: AlertDestination[] }> {
    const rows = await this.database.query<Row[]>(`${LIST_SQL} ORDER BY d.id`);
    return { destinations: rows.map(toDestination) };
  }

  /** @throws LuitError `validation_failed` for an unsafe address, `conflict` at the limit, `forbidden` for an unknown operator */
  @OnCall(alertDestinationCalls.addAlertDestination)
  async add({ adminId, target }: RequestOf<typeof alertDestinationCalls.addAlertDestination>): Promise<{
    destination: AlertDestination;
    secret: string | null;
  }> {
    if (target.kind === 'webhook') this.assertSafe(target.url);
    const id = uuidv7();
    const row = await this.database.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(hashtext('alert_destinations'))`);
      const [{ count }] = (await manager.query(`SELECT count(*)::int AS count FROM alert_destinations`)) as [
        { count: number },
      ];
      if (count >= MAX_DESTINATIONS)
        throw new LuitError('conflict', `You already have ${MAX_DESTINATIONS} destinations. Remove one first.`);
      const shown = target.kind === 'mail' ? target.address : new URL(target.url).origin;
      await this.audit(manager, adminId, 'alert_destination_added', id, shown);
      await manager.query(
        `INSERT INTO alert_destinations (id, kind, format, target, url, created_by)
         VALUES ($1, $2, $3, $4, $5, (SELECT email FROM admins WHERE id = $6))`,
        [
          id,
          target.kind,
          target.kind === 'webhook' ? target.format : null,
          shown,
          target.kind === 'webhook' ? this.signatures.seal(id, target.url) : null,
          adminId,
        ],
      );
      const [added] = (await manager.query(`${LIST_SQL} WHERE d.id = $1`, [id])) as [Row];
      return added;
    });
    const isSigned = target.kind === 'webhook' && target.format === 'json';
    return { destination: toDestination(row), secret: isSigned ? this.signatures.secretOf(id) : null };
  }

  /** Idempotent. @throws LuitError `forbidden` for an unknown operator */
  @OnCall(alertDestinationCalls.removeAlertDestination)
  async remove({ adminId, id }: RequestOf<typeof alertDestinationCalls.removeAlertDestination>): Promise<void> {
    await this.database.transaction(async (manager) => {
      const [removed] = await manager.query<[{ target: string }[], number]>(
        `DELETE FROM alert_destinations WHERE id = $1 RETURNING target`,
        [id],
      );
      if (removed[0]) await this.audit(manager, adminId, 'alert_destination_removed', id, removed[0].target);
    });
  }

  /** @throws LuitError `not_found`, `forbidden` for an unknown operator */
  @OnCall(alertDestinationCalls.testAlertDestination)
  async test({ adminId, id }: RequestOf<typeof alertDestinationCalls.testAlertDestination>): Promise<void> {
    await this.database.transaction(async (manager) => {
      const [row] = await manager.query<{ target: string }[]>(`SELECT target FROM alert_destinations WHERE id = $1`, [
        id,
      ]);
      if (!row) throw new LuitError('not_found', 'Destination not found. Someone may have removed it.');
      await this.audit(manager, adminId, 'alert_destination_tested', id, row.target);
      await this.deliveries.queueTest(manager, id);
    });
  }

  private assertSafe(address: string): void {
    const fault = outboundUrlFault(address, this.config.isPrivateWebhookAllowed);
    if (fault) throw new LuitError('validation_failed', fault);
  }

  private async audit(
    manager: EntityManager,
    adminId: string,
    action: AuditEntry['action'],
    id: string,
    target: string,
  ): Promise<void> {
    const admin = await findOperator(manager, adminId);
    await this.auditLog.write(manager, { adminId, adminEmail: admin.email, action, subject: id, details: { target } });
  }
}

function toDestination({ createdAt, deliveredAt, failingSince, lastError, failures, ...row }: Row): AlertDestination {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    failing: failingSince && { since: failingSince.toISOString(), error: lastError ?? '', attempts: failures },
  };
}
