import { authBroadcasts } from '@luit/contracts/auth/messages';
import type { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { type EntityManager, IsNull } from 'typeorm';
import { AdminSessionEntity } from './admin-session.entity';

/** Ends one open session of an operator. @returns the session, or null if it had ended already */
export async function endSession(
  manager: EntityManager,
  adminId: string,
  sessionId: string,
): Promise<AdminSessionEntity | null> {
  const open = { id: sessionId, adminId, endedAt: IsNull() };
  const session = await manager.findOneBy(AdminSessionEntity, open);
  const ended = await manager.update(AdminSessionEntity, open, { endedAt: () => 'now()' });
  return ended.affected === 1 ? session : null;
}

/** Ends the open sessions of an operator, optionally except one. @returns their ids */
export async function endSessions(manager: EntityManager, adminId: string, except?: string): Promise<string[]> {
  const [ended] = await manager.query<[{ id: string }[], number]>(
    `UPDATE admin_sessions SET ended_at = now()
      WHERE admin_id = $1 AND ended_at IS NULL AND ($2::uuid IS NULL OR id <> $2) RETURNING id`,
    [adminId, except ?? null],
  );
  return ended.map(({ id }) => id);
}

/** Tells the gateways to close the sockets of the sessions. */
export async function publishEnded(broadcasts: Broadcasts, userId: string, sessionIds: string[]): Promise<void> {
  if (sessionIds.length > 0)
    await broadcasts.publish(authBroadcasts.sessionsRevoked, { userId, sessionIds, reason: 'signed_out' });
}
