import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { DeviceSession, RevokedSession, SessionEndReason } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull, Not, Raw } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { deviceName } from '../../records/device-names/device-name';
import { isActiveSession, SessionEntity } from './session.entity';

/** Lists and revokes the sessions of users. */
@Injectable()
export class SessionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly broadcasts: Broadcasts,
  ) {}

  /** Lists the signed-in devices, most recently used first. */
  @OnCall(authCalls.listSessions)
  async list({ userId, sessionId }: RequestOf<typeof authCalls.listSessions>): Promise<{ sessions: DeviceSession[] }> {
    const open = await this.database.manager.find(SessionEntity, {
      where: { userId, isPasswordReset: false, ...isActiveSession(this.config.sessionDays) },
      order: { lastUsedAt: 'DESC', id: 'DESC' },
    });
    const sessions = open.map((session) => ({
      id: session.id,
      device: deviceName(session.userAgent),
      ip: session.ip,
      created_at: session.createdAt.toISOString(),
      last_used_at: session.lastUsedAt.toISOString(),
      current: session.id === sessionId,
    }));
    return { sessions };
  }

  /** Revokes this session, the user's other sessions, or all. Idempotent. Returns the ids that this call revoked. */
  @OnCall(authCalls.signOut)
  async signOut({
    userId,
    sessionId,
    scope,
  }: RequestOf<typeof authCalls.signOut>): Promise<{ revokedSessionIds: string[] }> {
    const open = { userId, endedAt: IsNull() };
    const selected = { local: { ...open, id: sessionId }, others: { ...open, id: Not(sessionId) }, global: open }[
      scope
    ];
    const sessions = await this.database.manager.findBy(SessionEntity, selected);
    const ids = sessions.map((session) => session.id);
    const revokedSessionIds = await this.revoke(this.database.manager, ids, 'signed_out');
    await this.publishRevoked(userId, revokedSessionIds, 'signed_out');
    return { revokedSessionIds };
  }

  /**
   * Revokes one of the user's sessions from another device.
   *
   * @throws LuitError `not_found` if the user has no such active session
   */
  @OnCall(authCalls.revokeSession)
  async revokeOne({ userId, sessionId }: RequestOf<typeof authCalls.revokeSession>): Promise<void> {
    const { revokedSessionIds } = await this.signOut({ userId, sessionId, scope: 'local' });
    if (revokedSessionIds.length === 0) throw new LuitError('not_found', 'This device is already signed out.');
  }

  /** Revokes the user's sessions, optionally except one, in the caller's transaction. Returns the revoked ids. */
  async revokeAll(
    manager: EntityManager,
    userId: string,
    reason: SessionEndReason,
    except?: string,
  ): Promise<string[]> {
    const open = await manager.findBy(SessionEntity, { userId, endedAt: IsNull() });
    const ids = open.map((session) => session.id).filter((id) => id !== except);
    return this.revoke(manager, ids, reason);
  }

  /** Also ends their web push subscriptions. Returns the ids that this call revoked. */
  async revoke(manager: EntityManager, ids: string[], endReason: SessionEndReason): Promise<string[]> {
    const revoked = await manager.query<{ id: string }[]>(
      `WITH revoked AS (
         UPDATE sessions SET ended_at = now(), end_reason = $2 WHERE id = ANY ($1) AND ended_at IS NULL RETURNING id
       ), unsubscribed AS (DELETE FROM web_push_subscriptions WHERE session_id = ANY ($1))
       SELECT id FROM revoked`,
      [ids, endReason],
    );
    return revoked.map(({ id }) => id);
  }

  /**
   * Broadcasts revoked sessions to the gateways, after the commit. Also broadcasts a disabled account without sessions,
   * because its file links expire too.
   */
  async publishRevoked(userId: string, sessionIds: string[], reason: SessionEndReason): Promise<void> {
    const isDisabled = reason === 'blocked' || reason === 'account_closed';
    if (isDisabled || sessionIds.length > 0)
      await this.broadcasts.publish(authBroadcasts.sessionsRevoked, { userId, sessionIds, reason });
  }

  /** Lets gateways catch up on missed broadcasts. */
  @OnCall(authCalls.listRevokedSessions)
  async listRevoked({
    withinSeconds,
  }: RequestOf<typeof authCalls.listRevokedSessions>): Promise<{ sessions: RevokedSession[] }> {
    const revoked = await this.database.manager.findBy(SessionEntity, {
      endedAt: Raw((column) => `${column} > now() - make_interval(secs => :withinSeconds)`, { withinSeconds }),
    });
    // The access token of an impersonation session has its id as the session.
    const impersonations = await this.database.query<{ id: string; userId: string }[]>(
      `SELECT id, user_id AS "userId" FROM user_views WHERE ended_at > now() - make_interval(secs => $1)`,
      [withinSeconds],
    );
    return {
      sessions: [
        ...revoked.map(({ id, userId, endReason }) => ({ id, userId, reason: endReason ?? ('signed_out' as const) })),
        ...impersonations.map((ended) => ({ ...ended, reason: 'signed_out' as const })),
      ],
    };
  }
}
