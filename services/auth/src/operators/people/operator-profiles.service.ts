import { authCalls } from '@luit/contracts/auth/messages';
import type { OperatorProfile } from '@luit/contracts/auth/operators';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, MoreThan } from 'typeorm';
import { OperatorSessionEntity } from '../sessions/operator-session.entity';
import { OperatorEntity } from '../../records/operators/operator.entity';
import { endSession, endSessions, publishEnded } from '../sessions/operator-session-ends';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { deviceName } from '../../records/device-names/device-name';
import { DevicesService } from '../../identity/devices/devices.service';
import { laneOf, PasswordsService } from '../../identity/passwords/passwords.service';
import { PasskeysService } from '../second-factors/passkeys.service';
import { RecoveryCodes } from '../second-factors/recovery-codes';
import type { OperatorSessionId } from '../second-factors/second-factors.service';
import { TotpService } from '../second-factors/totp.service';
import { SignInAttempts } from '../../identity/sign-in-attempts/sign-in-attempts';
import { parseName } from '../../records/users/account-input';
import { parseOperatorPassword } from './operator-password';

/** An operator's own account: view and changes. */
@Injectable()
export class OperatorProfilesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly passwords: PasswordsService,
    private readonly attempts: SignInAttempts,
    private readonly devices: DevicesService,
    private readonly totp: TotpService,
    private readonly passkeys: PasskeysService,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly auditLog: AuditLogService,
    private readonly broadcasts: Broadcasts,
  ) {}

  @OnCall(authCalls.getOperatorProfile)
  async get({ adminId, sessionId }: OperatorSessionId): Promise<OperatorProfile> {
    const { manager } = this.database;
    const passkeys = await this.passkeys.list(manager, adminId);
    const sessions = await manager.find(OperatorSessionEntity, {
      where: { adminId, endedAt: IsNull(), expiresAt: MoreThan(new Date()) },
      order: { lastUsedAt: 'DESC', id: 'DESC' },
    });
    return {
      hasTotp: await this.totp.has(manager, adminId),
      isPasskeyPossible: this.passkeys.isAvailable(),
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: await this.recoveryCodes.countUnused(manager, adminId),
      sessions: sessions.map((session) => ({
        id: session.id,
        device: deviceName(session.userAgent),
        ip: session.ip,
        created_at: session.createdAt.toISOString(),
        last_used_at: session.lastUsedAt.toISOString(),
        current: session.id === sessionId,
      })),
    };
  }

  @OnCall(authCalls.changeOperatorName)
  async changeName({ adminId, name }: RequestOf<typeof authCalls.changeOperatorName>): Promise<void> {
    await this.database.manager.update(OperatorEntity, { id: adminId }, { name: parseName(name) });
  }

  /**
   * Ends the operator's other sessions and all impersonation sessions, and removes other trusted devices. A wrong current password counts
   * as a sign-in attempt.
   *
   * @throws LuitError `validation_failed` for a wrong current password, `weak_password`, `too_many_attempts`, `unavailable`
   */
  @OnCall(authCalls.changeOperatorPassword)
  async changePassword(request: RequestOf<typeof authCalls.changeOperatorPassword>): Promise<void> {
    const { adminId, sessionId, currentPassword, device } = request;
    const admin = await this.database.manager.findOneByOrFail(OperatorEntity, { id: adminId });
    const password = parseOperatorPassword(request.password, admin.email);
    const lane = { ...laneOf(device.ip), isTrusted: true };
    const isCorrect = await this.attempts.check(`admin:${admin.email}`, () =>
      this.passwords.verify(admin.passwordHash, currentPassword, lane),
    );
    if (!isCorrect) throw wrongPassword();
    const passwordHash = await this.passwords.hash(password, { host: adminId, network: adminId });
    const ended = await this.database.transaction(async (manager) => {
      const checked = { id: adminId, passwordHash: admin.passwordHash };
      // Another session of the same operator may have changed it since.
      if ((await manager.update(OperatorEntity, checked, { passwordHash })).affected !== 1) throw wrongPassword();
      await this.devices.untrustOthers(manager, adminId, this.devices.idOf(device));
      await this.auditLog.write(manager, { adminId, action: 'own_password_changed', subject: adminId });
      return endSessions(manager, this.auditLog, adminId, sessionId);
    });
    await publishEnded(this.broadcasts, adminId, ended);
  }

  /** Also ends all impersonation sessions: they may have been started on that device. @throws LuitError `not_found` */
  @OnCall(authCalls.revokeOperatorSession)
  async revokeSession({ adminId, revokedId }: RequestOf<typeof authCalls.revokeOperatorSession>): Promise<void> {
    const ended = await this.database.transaction(async (manager) => {
      const found = await endSession(manager, this.auditLog, adminId, revokedId);
      if (!found) throw new LuitError('not_found', 'This device is already signed out.');
      const { session } = found;
      const details = { ip: session.ip, device: deviceName(session.userAgent) };
      const entry = { adminId, subject: adminId, details };
      await this.auditLog.write(manager, { ...entry, action: 'own_session_revoked' });
      return found.ended;
    });
    await publishEnded(this.broadcasts, adminId, ended);
  }
}

/** Not `invalid_credentials`, because a 401 ends the session of the page. */
function wrongPassword(): LuitError {
  const text = 'Your current password is incorrect';
  return new LuitError('validation_failed', text, { details: { currentPassword: text } });
}
