import { authCalls } from '@luit/contracts/auth/messages';
import type { OperatorInvitation, OperatorRow } from '@luit/contracts/auth/operators';
import { isPermitted, type OperatorRole } from '@luit/contracts/auth/operator-permissions';
import type { AuditEntry } from '@luit/contracts/auth/audit-log';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { OnCall } from '@luit/platform/calls/on-call';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { OperatorEntity } from '../../records/operators/operator.entity';
import { type EndedAccess, endSessions, publishEnded } from '../sessions/operator-session-ends';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { SecondFactorsService } from '../second-factors/second-factors.service';
import { endImpersonationsOf } from '../impersonations/end-impersonations';
import { OperatorInvitationsService } from './operator-invitations.service';

const NOTHING: EndedAccess = { sessionIds: [], impersonations: [] };

/** Owners' actions on other operators: roles, disabling, sign-out and reset of second factors. */
@Injectable()
export class OperatorsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly factors: SecondFactorsService,
    private readonly auditLog: AuditLogService,
    private readonly broadcasts: Broadcasts,
    private readonly invitations: OperatorInvitationsService,
  ) {}

  /** Operators oldest first, and open invitations. */
  @OnCall(authCalls.listOperators)
  async list(): Promise<{ operators: OperatorRow[]; invitations: OperatorInvitation[] }> {
    return { operators: await readOperators(this.database.manager), invitations: await this.invitations.list() };
  }

  /** Addresses by operator id, to name who did something. */
  @OnCall(authCalls.getAdminEmails)
  async emails({ adminIds }: RequestOf<typeof authCalls.getAdminEmails>): Promise<{ emails: Record<string, string> }> {
    const operators = await this.database.manager.findBy(OperatorEntity, { id: In(adminIds) });
    return { emails: Object.fromEntries(operators.map(({ id, email }) => [id, email])) };
  }

  /** Idempotent. @throws LuitError `not_found`, `conflict` for the last owner */
  @OnCall(authCalls.changeOperator)
  async change({
    adminId,
    operatorId,
    role,
    isDisabled,
  }: RequestOf<typeof authCalls.changeOperator>): Promise<{ operator: OperatorRow }> {
    const ended = await this.database.transaction(async (manager) => {
      // Locks all owners, so that two owners cannot remove each other at once.
      const owners = await manager.query<{ id: string }[]>(
        `SELECT id FROM admins WHERE role = 'owner' AND disabled_at IS NULL ORDER BY id FOR UPDATE`,
      );
      const operator = await this.lock(manager, operatorId);
      const next = { role: role ?? operator.role, isDisabled: isDisabled ?? operator.disabledAt !== null };
      const isLastOwner = owners.every(({ id }) => id === operatorId) && owners.length > 0;
      if (isLastOwner && (next.role !== 'owner' || next.isDisabled))
        throw new LuitError('conflict', 'This is the last owner. Make someone else an owner first.');
      const details = changesOf(operator, next);
      if (Object.keys(details).length === 0) return NOTHING;
      await manager.query(
        `UPDATE admins SET role = $2,
                disabled_at = CASE WHEN $3 THEN coalesce(disabled_at, now()) END WHERE id = $1`,
        [operatorId, next.role, next.isDisabled],
      );
      await this.audit(manager, adminId, 'operator_changed', operator, details);
      if (next.isDisabled) return endSessions(manager, this.auditLog, operatorId);
      const impersonations = isPermitted(next.role, 'users.view_as')
        ? []
        : await endImpersonationsOf(manager, this.auditLog, operatorId);
      return { sessionIds: [], impersonations };
    });
    await publishEnded(this.broadcasts, operatorId, ended);
    const [row] = await readOperators(this.database.manager, operatorId);
    return { operator: row ?? never() };
  }

  /** @throws LuitError `not_found` */
  @OnCall(authCalls.signOutOperator)
  async signOut({ adminId, operatorId }: RequestOf<typeof authCalls.signOutOperator>): Promise<{ ended: number }> {
    const ended = await this.database.transaction(async (manager) => {
      const operator = await this.lock(manager, operatorId);
      const all = await endSessions(manager, this.auditLog, operatorId);
      const sessions = String(all.sessionIds.length);
      await this.audit(manager, adminId, 'operator_signed_out', operator, { sessions });
      return all;
    });
    await publishEnded(this.broadcasts, operatorId, ended);
    return { ended: ended.sessionIds.length };
  }

  /** The operator's sessions end, so that the next sign-in sets up new factors. @throws LuitError `not_found` */
  @OnCall(authCalls.resetSecondFactors)
  async resetSecondFactors({ adminId, operatorId }: RequestOf<typeof authCalls.resetSecondFactors>): Promise<void> {
    const ended = await this.database.transaction(async (manager) => {
      const operator = await this.lock(manager, operatorId);
      await this.factors.removeAll(manager, operatorId);
      await this.audit(manager, adminId, 'operator_second_factor_reset', operator, {});
      return endSessions(manager, this.auditLog, operatorId);
    });
    await publishEnded(this.broadcasts, operatorId, ended);
  }

  private async lock(manager: EntityManager, id: string): Promise<OperatorEntity> {
    const operator = await manager.findOne(OperatorEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!operator) throw new LuitError('not_found', 'Operator not found.');
    return operator;
  }

  private audit(
    manager: EntityManager,
    adminId: string,
    action: AuditEntry['action'],
    operator: OperatorEntity,
    details: Record<string, string>,
  ): Promise<void> {
    const entry = { adminId, action, subject: operator.id };
    return this.auditLog.write(manager, { ...entry, details: { operator: operator.email, ...details } });
  }
}

async function readOperators(manager: EntityManager, id?: string): Promise<OperatorRow[]> {
  const rows = await manager.query<WithDates<OperatorRow, 'created_at' | 'last_seen_at'>[]>(
    `SELECT a.id, a.email, a.name, a.role, a.disabled_at IS NOT NULL AS "isDisabled", a.created_at,
              EXISTS (SELECT FROM operator_totps t WHERE t.admin_id = a.id AND t.confirmed_at IS NOT NULL)
                OR EXISTS (SELECT FROM operator_passkeys p WHERE p.admin_id = a.id) AS "hasSecondFactor",
              (SELECT count(*)::int FROM admin_sessions s
                WHERE s.admin_id = a.id AND s.ended_at IS NULL AND s.expires_at > now()) AS "openSessions",
              (SELECT max(s.last_used_at) FROM admin_sessions s WHERE s.admin_id = a.id) AS last_seen_at
         FROM admins a WHERE $1::uuid IS NULL OR a.id = $1 ORDER BY a.created_at, a.id`,
    [id ?? null],
  );
  return rows.map(withIsoTimes);
}

function changesOf(
  operator: OperatorEntity,
  { role, isDisabled }: { role: OperatorRole; isDisabled: boolean },
): Record<string, string> {
  const wasDisabled = operator.disabledAt !== null;
  return {
    ...(role === operator.role ? {} : { role: `${operator.role} → ${role}` }),
    ...(isDisabled === wasDisabled ? {} : { disabled: String(isDisabled) }),
  };
}

function never(): never {
  throw new Error('The operator that was changed does not exist');
}
