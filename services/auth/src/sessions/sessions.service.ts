import { authBroadcasts } from '@luit/contracts/auth/messages';
import type { DeviceSession, RevokedSession, SessionEndReason } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, IsNull, Not, Raw } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../config';
import { deviceName } from '../devices/device-name';
import { isInUse, SessionEntity } from './session.entity';

export type SignOutScope = 'local' | 'others' | 'global';

/** The open sessions of a user, and their end. */
@Injectable()
export class SessionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly broadcasts: Broadcasts,
  ) {}

  /** The devices that are signed in, the one used last first. */
  async list({ userId, sessionId }: { userId: string; sessionId: string }): Promise<DeviceSession[]> {
    const sessions = await this.database.manager.find(SessionEntity, {
      where: { userId, isPasswordReset: false, ...isInUse(this.config.sessionDays) },
      order: { lastUsedAt: 'DESC', id: 'DESC' },
    });
    return sessions.map((session) => ({
      id: session.id,
      device: deviceName(session.userAgent),
      ip: session.ip,
      created_at: session.createdAt.toISOString(),
      last_used_at: session.lastUsedAt.toISOString(),
      current: session.id === sessionId,
    }));
  }

  /** Ends this session, the user's others, or all. Ending what has ended changes nothing. Returns what it ended. */
  async signOut({
    userId,
    sessionId,
    scope,
  }: {
    userId: string;
    sessionId: string;
    scope: SignOutScope;
  }): Promise<string[]> {
    const open = { userId, endedAt: IsNull() };
    const which = { local: { ...open, id: sessionId }, others: { ...open, id: Not(sessionId) }, global: open }[scope];
    const sessions = await this.database.manager.findBy(SessionEntity, which);
    const ids = sessions.map((session) => session.id);
    const ended = await this.end(this.database.manager, ids, 'signed_out');
    await this.publishEnded(userId, ended, 'signed_out');
    return ended;
  }

  /**
   * Ends one of the user's sessions, from another device.
   *
   * @throws LuitError `not_found` where the user has no such open session
   */
  async endOne({ userId, sessionId }: { userId: string; sessionId: string }): Promise<void> {
    const ended = await this.signOut({ userId, sessionId, scope: 'local' });
    if (ended.length === 0) throw new LuitError('not_found', 'This device is not signed in.');
  }

  /** Ends every open session of the user, or every other one, in the caller's transaction. Returns what it ended. */
  async endAll(manager: EntityManager, userId: string, reason: SessionEndReason, except?: string): Promise<string[]> {
    const open = await manager.findBy(SessionEntity, { userId, endedAt: IsNull() });
    const ids = open.map((session) => session.id).filter((id) => id !== except);
    return this.end(manager, ids, reason);
  }

  /** Returns those that this call ended. */
  async end(manager: EntityManager, ids: string[], endReason: SessionEndReason): Promise<string[]> {
    const { raw } = await manager
      .createQueryBuilder()
      .update(SessionEntity)
      .set({ endedAt: () => 'now()', endReason })
      .where({ id: In(ids), endedAt: IsNull() })
      .returning('id')
      .execute();
    return (raw as { id: string }[]).map((row) => row.id);
  }

  /**
   * Tells the gateways, after the transaction that ended them. Whose account is shut is told without a session too: links to
   * files end with it.
   */
  async publishEnded(userId: string, sessionIds: string[], reason: SessionEndReason): Promise<void> {
    const isShut = reason === 'blocked' || reason === 'account_closed';
    if (isShut || sessionIds.length > 0)
      await this.broadcasts.publish(authBroadcasts.sessionsRevoked, { userId, sessionIds, reason });
  }

  /** For gateways that may have missed a notice. */
  async listEnded({ withinSeconds }: { withinSeconds: number }): Promise<RevokedSession[]> {
    const ended = await this.database.manager.findBy(SessionEntity, {
      endedAt: Raw((column) => `${column} > now() - make_interval(secs => :withinSeconds)`, { withinSeconds }),
    });
    return ended.map(({ id, userId, endReason }) => ({ id, userId, reason: endReason ?? 'signed_out' }));
  }
}
