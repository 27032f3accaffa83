import { CURRENT_PASSWORD_REQUIRED } from '@luit/contracts/auth/limits';
import { authCalls } from '@luit/contracts/auth/messages';
import type { Device } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { devicePartsOf } from '../../records/device-names/device-name';
import { DevicesService } from '../devices/devices.service';
import { ApiKeyRevocations } from '../api-keys/api-key-revocations';
import { LastingAccessService } from '../lasting-access/lasting-access.service';
import { LinksService } from '../links/links.service';
import { MailsService } from '../../records/queued-mails/mails.service';
import { PasswordsService } from '../passwords/passwords.service';
import { SessionEntity } from '../sessions/session.entity';
import { SessionsService } from '../sessions/sessions.service';
import { SignInsService } from '../sessions/sign-ins.service';
import { parseNewPassword, parsePassword } from '../../records/users/account-input';
import { UserEntity } from '../../records/users/user.entity';
import { confirmEmail, requireActive } from '../users/users.service';

interface SetPassword {
  userId: string;
  sessionId: string;
  password: unknown;
  currentPassword?: unknown;
  /** Ids of what keeps its access; by default nothing at a password reset, and everything otherwise. */
  keep?: string[];
  device: Device;
}

/** Sets new passwords, with the current password or after a password reset. */
@Injectable()
export class PasswordChangesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly signIns: SignInsService,
    private readonly links: LinksService,
    private readonly devices: DevicesService,
    private readonly mails: MailsService,
    private readonly lastingAccess: LastingAccessService,
    private readonly apiKeys: ApiKeyRevocations,
  ) {}

  /**
   * Sets a password, revokes the user's other sessions, mailed links and trusted devices, and notifies the owner. A
   * password-reset session needs no current password, because its mailed link proved the address; the session is revoked
   * afterward. Any other session needs the current password, so that a stolen session cannot take over the account. `keep`
   * decides about API keys and other access that outlives sessions.
   *
   * @returns ids of the revoked sessions
   * @throws LuitError `weak_password`, `validation_failed`, `unauthorized`, `invalid_credentials`, `too_many_attempts`,
   *   `user_blocked`, `unavailable`
   */
  @OnCall(authCalls.setPassword)
  async set(request: RequestOf<typeof authCalls.setPassword>): Promise<{ revokedSessionIds: string[] }> {
    const { email = '' } = (await this.database.manager.findOneBy(UserEntity, { id: request.userId })) ?? {};
    const password = parseNewPassword(request.password, email);
    const checkedHash = await this.checkCurrent(request);
    const passwordHash = await this.passwords.hash(password, {
      host: request.userId,
      network: request.userId,
    });
    const revoked = await this.database.transaction((manager) =>
      this.replace(manager, request, passwordHash, checkedHash),
    );
    await this.apiKeys.publishChanged(revoked.keyIds);
    await this.sessions.publishRevoked(request.userId, revoked.sessionIds, 'password_changed');
    return { revokedSessionIds: revoked.sessionIds };
  }

  /** @returns the hash that the current password was checked against; undefined for a password-reset session */
  private async checkCurrent({ userId, sessionId, currentPassword, device }: SetPassword): Promise<string | undefined> {
    const { manager } = this.database;
    const session = await manager.findOneBy(SessionEntity, { id: sessionId, userId, endedAt: IsNull() });
    const user = await manager.findOneBy(UserEntity, { id: userId });
    if (user) requireActive(user);
    if (!user || !session) throw new LuitError('unauthorized', 'Auth session missing');
    if (session.isPasswordReset) return undefined;
    if (!currentPassword) throw missingCurrentPassword();
    const checkedHash = await this.signIns.checkPassword(parsePassword(currentPassword), user, user.email, device);
    if (!checkedHash) throw wrongPassword();
    return checkedHash;
  }

  private async replace(
    manager: EntityManager,
    { userId, sessionId, keep }: SetPassword,
    passwordHash: string,
    checkedHash: string | undefined,
  ): Promise<{ sessionIds: string[]; keyIds: string[] }> {
    const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
    const session = await manager.findOneBy(SessionEntity, { id: sessionId, userId, endedAt: IsNull() });
    if (user) requireActive(user);
    if (!user || !session) throw new LuitError('unauthorized', 'Auth session missing');
    // Another session of the same user has changed it since.
    if (checkedHash && user.passwordHash !== checkedHash) throw wrongPassword();
    const { deviceId, isPasswordReset } = session;
    await manager.update(UserEntity, { id: userId }, { passwordHash });
    await manager.update(SessionEntity, { id: sessionId }, { authenticatedAt: () => 'now()' });
    if (isPasswordReset) {
      // A person who signed up with an unconfirmed address may be a stranger.
      if (!user.emailConfirmedAt)
        await manager.update(UserEntity, { id: userId }, { name: user.email.split('@', 1)[0] });
      await confirmEmail(manager, userId);
    }
    await this.links.revokeAll(manager, userId);
    await this.devices.untrustOthers(manager, userId, deviceId);
    if (deviceId) await this.devices.trust(manager, userId, deviceId);
    const details = { ...devicePartsOf(session.userAgent), ip: session.ip };
    await this.mails.queue(manager, user, 'password_changed', { details });
    const kept = keep ?? (isPasswordReset ? [] : null);
    const keyIds = kept ? await this.lastingAccess.revokeAll(manager, userId, kept) : [];
    const except = isPasswordReset ? undefined : sessionId;
    return { keyIds, sessionIds: await this.sessions.revokeAll(manager, userId, 'password_changed', except) };
  }
}

function missingCurrentPassword(): LuitError {
  const text = CURRENT_PASSWORD_REQUIRED;
  return new LuitError('validation_failed', text, { details: { currentPassword: text } });
}

function wrongPassword(): LuitError {
  return new LuitError('invalid_credentials', 'Your current password is incorrect');
}
