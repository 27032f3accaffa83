import type { AccountAccess } from '@luit/contracts/auth/lasting-access';
import { RECENT_SIGN_IN_SECONDS } from '@luit/contracts/auth/lasting-access';
import { authEvents, authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, IsNull, Not } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { ApiKeyRevocations } from '../api-keys/api-key-revocations';
import { ApiKeysService } from '../api-keys/api-keys.service';
import { writeAuditEntry } from '../../records/audit-log/write-audit-entry';
import { LinkedSignInEntity } from '../linked-sign-ins/linked-sign-in.entity';
import { toLinkedSignIn } from '../linked-sign-ins/linked-sign-ins.service';
import { PasskeyEntity } from '../passkeys/passkey.entity';
import { toPasskey } from '../passkeys/user-passkeys.service';
import { deviceName } from '../../records/device-names/device-name';
import { ACTIVE_SESSIONS, markAuthenticated, SessionEntity } from '../sessions/session.entity';
import { SessionsService } from '../sessions/sessions.service';
import { SignInsService } from '../sessions/sign-ins.service';
import { parsePassword } from '../../records/users/account-input';
import { UserEntity } from '../../records/users/user.entity';
import { requireActive } from '../users/users.service';
import { removeWebhookEndpoints } from '../webhook-endpoints/webhook-accounts';
import { WebhookEndpointsService } from '../webhook-endpoints/webhook-endpoints.service';

interface DeviceRow {
  id: string;
  userAgent: string | null;
  at: Date;
}

/** Lists access to an account that outlives a session, grants it, and revokes it. */
@Injectable()
export class LastingAccessService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sessions: SessionsService,
    private readonly signIns: SignInsService,
    private readonly apiKeys: ApiKeysService,
    private readonly keyRevocations: ApiKeyRevocations,
    private readonly endpoints: WebhookEndpointsService,
  ) {}

  /** @throws LuitError `password_required` */
  @OnCall(authCalls.requireRecentSignIn)
  async requireRecentSignIn({ userId, sessionId }: RequestOf<typeof authCalls.requireRecentSignIn>): Promise<void> {
    const recent = await this.database.query<unknown[]>(
      `SELECT FROM sessions WHERE id = $1 AND user_id = $2 AND ended_at IS NULL AND NOT is_password_reset
          AND authenticated_at > now() - make_interval(secs => ${RECENT_SIGN_IN_SECONDS})`,
      [sessionId, userId],
    );
    if (recent.length === 0) throw new LuitError('password_required', 'Please enter your password again to do this');
  }

  /** @throws LuitError `unauthorized`, `invalid_credentials`, `too_many_attempts`, `user_blocked`, `account_closed` */
  @OnCall(authCalls.confirmPassword)
  async confirmPassword({ userId, sessionId, ...input }: RequestOf<typeof authCalls.confirmPassword>): Promise<void> {
    const { manager } = this.database;
    const open = { id: sessionId, userId, isPasswordReset: false, endedAt: IsNull() };
    const user = await manager.findOneBy(UserEntity, { id: userId });
    if (!user || !(await manager.existsBy(SessionEntity, open)))
      throw new LuitError('unauthorized', 'Auth session missing');
    requireActive(user);
    const password = parsePassword(input.password);
    if (!(await this.signIns.checkPassword(password, user, user.email, input.device))) {
      throw new LuitError('invalid_credentials', 'Your password is incorrect');
    }
    await markAuthenticated(manager, { userId, sessionId });
  }

  @OnCall(authCalls.listAccess)
  async list({ userId, sessionId }: RequestOf<typeof authCalls.listAccess>): Promise<AccountAccess> {
    const { manager } = this.database;
    const [{ sessions }, { keys }, { endpoints }, linked, passkeys, user, devices, subscriptions] = await Promise.all([
      this.sessions.list({ userId, sessionId }),
      this.apiKeys.list({ userId }),
      this.endpoints.list({ userId }),
      manager.find(LinkedSignInEntity, { where: { userId }, order: { id: 'ASC' } }),
      manager.find(PasskeyEntity, { where: { userId }, order: { id: 'ASC' } }),
      manager.findOneBy(UserEntity, { id: userId }),
      this.database.query<DeviceRow[]>(
        `SELECT d.device_id AS id, d.last_seen_at AS at,
                (SELECT s.user_agent FROM sessions s WHERE s.user_id = $1 AND s.device_id = d.device_id
                  ORDER BY s.created_at DESC LIMIT 1) AS "userAgent"
           FROM trusted_devices d
          WHERE d.owner_id = $1
            AND NOT EXISTS (SELECT FROM ${ACTIVE_SESSIONS} s WHERE s.user_id = $1 AND s.device_id = d.device_id)
          ORDER BY d.last_seen_at DESC`,
        [userId],
      ),
      this.database.query<DeviceRow[]>(
        `SELECT p.id, p.created_at AS at, s.user_agent AS "userAgent"
           FROM web_push_subscriptions p JOIN sessions s ON s.id = p.session_id WHERE s.user_id = $1 ORDER BY p.id DESC`,
        [userId],
      ),
    ]);
    return {
      sessions,
      devices: devices.map(({ id, userAgent, at }) => ({
        id,
        device: deviceName(userAgent ?? ''),
        last_seen_at: at.toISOString(),
      })),
      apiKeys: keys,
      webhookEndpoints: endpoints,
      pushSubscriptions: subscriptions.map(({ id, userAgent, at }) => ({
        id,
        device: deviceName(userAgent ?? ''),
        createdAt: at.toISOString(),
      })),
      linkedSignIns: linked.map(toLinkedSignIn),
      passkeys: passkeys.map(toPasskey),
      hasPassword: Boolean(user?.passwordHash),
    };
  }

  @OnCall(authCalls.forgetDevice)
  async forgetDevice({ userId, deviceId }: RequestOf<typeof authCalls.forgetDevice>): Promise<void> {
    await this.database.query('DELETE FROM trusted_devices WHERE owner_id = $1 AND device_id = $2', [userId, deviceId]);
  }

  @OnCall(authCalls.endPushSubscription)
  async endPushSubscription({
    userId,
    subscriptionId,
  }: RequestOf<typeof authCalls.endPushSubscription>): Promise<void> {
    await this.database.query(
      `DELETE FROM web_push_subscriptions p USING sessions s WHERE s.id = p.session_id AND s.user_id = $1 AND p.id = $2`,
      [userId, subscriptionId],
    );
  }

  /**
   * Ends everything that outlives sessions, except what has an id in `keep`, in the caller's transaction, which has locked the user.
   *
   * @returns ids of the revoked API keys, to publish after the commit
   */
  async revokeAll(manager: EntityManager, userId: string, keep: string[]): Promise<string[]> {
    const revokedKeys = await this.keyRevocations.revoke(manager, userId, null, keep);
    const endpoints = await removeWebhookEndpoints(manager, userId, keep);
    await manager.query(
      `DELETE FROM web_push_subscriptions p USING sessions s
        WHERE s.id = p.session_id AND s.user_id = $1 AND p.id <> ALL ($2::uuid[])`,
      [userId, keep],
    );
    const linked = await removeUnkept(manager, LinkedSignInEntity, userId, keep);
    const passkeys = await removeUnkept(manager, PasskeyEntity, userId, keep);
    const entries = [
      ...revokedKeys.map((subject) => ({ action: 'api_key_revoked', subject }) as const),
      ...endpoints.map((subject) => ({ action: 'webhook_endpoint_removed', subject }) as const),
      ...linked.map((subject) => ({ action: 'sign_in_unlinked', subject }) as const),
      ...passkeys.map((subject) => ({ action: 'passkey_removed', subject }) as const),
    ];
    for (const entry of entries) {
      await writeAuditEntry(manager, { id: uuidv7(), adminId: null, details: {}, userIds: [userId], ...entry });
    }
    // The event has a precision of milliseconds, so links created in the current one end, too.
    const [{ at }] = (await manager.query(`SELECT clock_timestamp() + interval '1 millisecond' AS at`)) as [
      { at: Date },
    ];
    await writeEvent(manager, authEvents.accessRevoked, { userId, keep, at: at.toISOString() });
    return revokedKeys;
  }
}

/** @returns the ids of the removed rows */
async function removeUnkept(
  manager: EntityManager,
  entity: typeof LinkedSignInEntity | typeof PasskeyEntity,
  userId: string,
  keep: string[],
): Promise<string[]> {
  const rows = await manager.findBy<LinkedSignInEntity | PasskeyEntity>(entity, { userId, id: Not(In(keep)) });
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await manager.delete(entity, ids);
  return ids;
}
