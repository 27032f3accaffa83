import { type Alert, alertBroadcasts, alertCalls } from '@luit/contracts/alerts/alerts';
import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import { LuitError } from '@luit/contracts/errors';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import type { RequestOf } from '@luit/contracts/messages/message';
import { presenceKey } from '@luit/contracts/registry/redis-access';
import { OnCall } from '@luit/platform/calls/on-call';
import { REDIS } from '@luit/platform/platform.module';
import { readPresence } from '@luit/platform/presence/presence';
import { RedisClock } from '@luit/platform/redis/redis-clock';
import { SERVICES } from '@luit/platform/redis-users';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { DataSource, type EntityManager } from 'typeorm';
import { OperatorEntity } from '../../records/operators/operator.entity';
import { findOperator } from '../../records/operators/find-operator';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { ALERT_COLUMNS, type AlertRow, toAlert } from './alert-rows';
import { MISSING, silentOf } from './missing-processes';

interface Decision {
  adminId: string;
  id: string;
}

/** Operators' actions on an open alert: acknowledge it, or mute it for a while. It closes when its cause ends, either way. */
@Injectable()
export class AlertMarksService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly auditLog: AuditLogService,
    private readonly broadcasts: Broadcasts,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly clock: RedisClock,
  ) {}

  /** @throws LuitError `not_found`, `conflict` if the alert is closed, `forbidden` for an unknown operator */
  @OnCall(alertCalls.acknowledgeAlert)
  acknowledge({ note = '', ...decision }: RequestOf<typeof alertCalls.acknowledgeAlert>): Promise<{ alert: Alert }> {
    return this.change(decision, 'alert_acknowledged', note ? { note } : {}, (manager, admin) =>
      manager.query(
        `UPDATE alerts SET acknowledged_at = now(), acknowledged_by = $2, acknowledgment_note = nullif($3, '') WHERE id = $1`,
        [decision.id, admin.email, note],
      ),
    );
  }

  /** @throws LuitError `not_found`, `conflict` if the alert is closed, `forbidden` for an unknown operator */
  @OnCall(alertCalls.muteAlert)
  mute({ minutes, reason, ...decision }: RequestOf<typeof alertCalls.muteAlert>): Promise<{ alert: Alert }> {
    return this.change(decision, 'alert_muted', { reason, minutes: String(minutes) }, (manager, admin) =>
      manager.query(
        `UPDATE alerts SET muted_until = now() + $3 * interval '1 minute', muted_by = $2, mute_reason = $4,
                page_due_at = now() + $3 * interval '1 minute' WHERE id = $1`,
        [decision.id, admin.email, minutes, reason],
      ),
    );
  }

  /** Pages again. Idempotent. @throws LuitError `not_found`, `conflict` if the alert is closed, `forbidden` for an unknown operator */
  @OnCall(alertCalls.unmuteAlert)
  unmute(decision: RequestOf<typeof alertCalls.unmuteAlert>): Promise<{ alert: Alert }> {
    return this.change(decision, 'alert_unmuted', {}, async (manager, _admin, { mutedUntil }) => {
      if (!mutedUntil) return false;
      return manager.query(
        `UPDATE alerts SET muted_until = NULL, muted_by = NULL, mute_reason = NULL, page_due_at = now() WHERE id = $1`,
        [decision.id],
      );
    });
  }

  /**
   * Idempotent. @throws LuitError `not_found`, `forbidden` for an unknown operator, `conflict` if the alert is closed or no process
   * of the service is left
   */
  @OnCall(alertCalls.forgetProcesses)
  forgetProcesses(decision: RequestOf<typeof alertCalls.forgetProcesses>): Promise<{ alert: Alert }> {
    return this.change(decision, 'processes_forgotten', {}, async (_manager, _admin, { kind, subject, severity }) => {
      const service = SERVICES.find((name) => name === subject);
      if (!service || !MISSING.includes(kind) || severity !== 'warning')
        throw new LuitError(
          'conflict',
          'Only some missing processes of a service can be forgotten. Mute this alert instead.',
        );
      const silent = silentOf(await readPresence(this.redis, service), this.clock.now());
      if (silent.length === 0) return false;
      return this.redis.hdel(presenceKey(service), ...silent.map(({ instance }) => instance));
    });
  }

  /** @param apply returns false if there was nothing to change */
  private async change(
    { adminId, id }: Decision,
    action: AuditEntry['action'],
    details: Record<string, string>,
    apply: (manager: EntityManager, admin: OperatorEntity, alert: AlertRow) => Promise<unknown>,
  ): Promise<{ alert: Alert }> {
    const row = await this.database.transaction(async (manager) => {
      const admin = await findOperator(manager, adminId);
      const before = await lockOpen(manager, id);
      if ((await apply(manager, admin, before)) === false) return before;
      const alert = { alert: before.summary, ...details };
      await this.auditLog.write(manager, { adminId, adminEmail: admin.email, action, subject: id, details: alert });
      return lockOpen(manager, id);
    });
    await this.broadcasts.publish(alertBroadcasts.changed, {});
    return { alert: toAlert(row) };
  }
}

async function lockOpen(manager: EntityManager, id: string): Promise<AlertRow> {
  const [row] = await manager.query<AlertRow[]>(`SELECT ${ALERT_COLUMNS} FROM alerts a WHERE a.id = $1 FOR UPDATE`, [
    id,
  ]);
  if (!row) throw new LuitError('not_found', 'Alert not found.');
  if (row.closedAt) throw new LuitError('conflict', 'This alert is already closed because its cause is resolved.');
  return row;
}
