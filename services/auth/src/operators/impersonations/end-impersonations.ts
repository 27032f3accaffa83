import { authBroadcasts } from '@luit/contracts/auth/messages';
import type { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import type { EntityManager } from 'typeorm';
import type { AuditLogService } from '../../records/audit-log/audit-log.service';

export interface EndedImpersonation {
  id: string;
  userId: string;
}

/** Which open sessions of `user_views v` end, as SQL with values, and why. */
interface EndedBy {
  condition: string;
  values: unknown[];
  reason: string;
}

/** Ends open impersonation sessions, and records their ends in the audit log. @returns the sessions that this call ended */
export async function endImpersonations(
  manager: EntityManager,
  auditLog: AuditLogService,
  { condition, values, reason }: EndedBy,
): Promise<EndedImpersonation[]> {
  const [sessions] = await manager.query<[(EndedImpersonation & { adminId: string; email: string })[], number]>(
    `UPDATE user_views v SET ended_at = least(now(), ends_at) FROM admins a
      WHERE a.id = v.admin_id AND v.ended_at IS NULL AND ${condition}
      RETURNING v.id, v.user_id AS "userId", v.admin_id AS "adminId", a.email`,
    values,
  );
  for (const { id, userId, adminId, email: adminEmail } of sessions) {
    const details = { view: id, ended: reason };
    await auditLog.write(manager, { adminId, adminEmail, action: 'user_view_ended', subject: userId, details });
  }
  return sessions;
}

/** Ends the open impersonation sessions of an operator whose sessions end. @returns the sessions that this call ended */
export function endImpersonationsOf(
  manager: EntityManager,
  auditLog: AuditLogService,
  operatorId: string,
): Promise<EndedImpersonation[]> {
  const open = { condition: 'v.admin_id = $1', values: [operatorId], reason: 'with the operator’s sessions' };
  return endImpersonations(manager, auditLog, open);
}

/** Tells the gateways to refuse the tokens of ended sessions. Call it after the commit. */
export async function publishEndedImpersonations(
  broadcasts: Broadcasts,
  sessions: EndedImpersonation[],
): Promise<void> {
  for (const { id, userId } of sessions) {
    await broadcasts.publish(authBroadcasts.sessionsRevoked, { userId, sessionIds: [id], reason: 'signed_out' });
  }
}
