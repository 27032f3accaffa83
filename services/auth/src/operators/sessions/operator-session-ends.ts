import { authBroadcasts } from '@luit/contracts/auth/messages';
import type { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { type EntityManager, IsNull } from 'typeorm';
import type { AuditLogService } from '../../records/audit-log/audit-log.service';
import {
  type EndedImpersonation,
  endImpersonationsOf,
  publishEndedImpersonations,
} from '../impersonations/end-impersonations';
import { OperatorSessionEntity } from './operator-session.entity';

/**
 * Ended sessions of an operator. All impersonation sessions of the operator end with them, because an impersonation session belongs to no
 * single session.
 */
export interface EndedAccess {
  sessionIds: string[];
  impersonations: EndedImpersonation[];
}

/** Ends one open session of an operator, and all impersonation sessions. @returns null if the session had ended already */
export async function endSession(
  manager: EntityManager,
  auditLog: AuditLogService,
  adminId: string,
  sessionId: string,
): Promise<{ session: OperatorSessionEntity; ended: EndedAccess } | null> {
  const open = { id: sessionId, adminId, endedAt: IsNull() };
  const session = await manager.findOneBy(OperatorSessionEntity, open);
  const ended = await manager.update(OperatorSessionEntity, open, { endedAt: () => 'now()' });
  if (!session || ended.affected !== 1) return null;
  return { session, ended: await withImpersonations(manager, auditLog, adminId, [sessionId]) };
}

/** Ends the open sessions of an operator, optionally except one, and all impersonation sessions. */
export async function endSessions(
  manager: EntityManager,
  auditLog: AuditLogService,
  adminId: string,
  except?: string,
): Promise<EndedAccess> {
  const [ended] = await manager.query<[{ id: string }[], number]>(
    `UPDATE admin_sessions SET ended_at = now()
      WHERE admin_id = $1 AND ended_at IS NULL AND ($2::uuid IS NULL OR id <> $2) RETURNING id`,
    [adminId, except ?? null],
  );
  const sessionIds = ended.map(({ id }) => id);
  return withImpersonations(manager, auditLog, adminId, sessionIds);
}

async function withImpersonations(
  manager: EntityManager,
  auditLog: AuditLogService,
  adminId: string,
  sessionIds: string[],
): Promise<EndedAccess> {
  return { sessionIds, impersonations: await endImpersonationsOf(manager, auditLog, adminId) };
}

/** Tells the gateways to close the sockets of ended sessions and to refuse tokens of impersonation sessions. Call it after the commit. */
export async function publishEnded(
  broadcasts: Broadcasts,
  userId: string,
  { sessionIds, impersonations }: EndedAccess,
): Promise<void> {
  if (sessionIds.length > 0)
    await broadcasts.publish(authBroadcasts.sessionsRevoked, { userId, sessionIds, reason: 'signed_out' });
  await publishEndedImpersonations(broadcasts, impersonations);
}
