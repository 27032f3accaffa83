import type { Device } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { deviceName } from '../devices/device-name';
import { DevicesService } from '../devices/devices.service';
import { LinksService } from '../links/links.service';
import { MailsService } from '../mails/mails.service';
import { PasswordsService } from '../passwords/passwords.service';
import { SessionEntity } from '../sessions/session.entity';
import { SessionsService } from '../sessions/sessions.service';
import { SignInsService } from '../sessions/sign-ins.service';
import { parseNewPassword, parsePassword } from '../users/account-input';
import { UserEntity } from '../users/user.entity';
import { confirmEmail, requireActive } from '../users/users.service';

interface SetPassword {
  userId: string;
  sessionId: string;
  password: unknown;
  currentPassword?: unknown;
  device: Device;
}

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
  ) {}

  /**
   * Sets a password and signs the user's other sessions out; a recovery session has done its work and ends too. Links
   * that were mailed before are void, devices but this one are no longer known, and the owner is mailed. Whoever came
   * by a mailed link has shown that the address is theirs; any other session needs the current password, so that a stolen
   * one cannot take the account over.
   *
   * @returns ids of the sessions that ended
   * @throws LuitError `weak_password`, `validation_failed`, `unauthorized`, `invalid_credentials`, `too_many_attempts`,
   *   `user_blocked`, `unavailable`
   */
  async set(request: SetPassword): Promise<string[]> {
    const { email = '' } = (await this.database.manager.findOneBy(UserEntity, { id: request.userId })) ?? {};
    const password = parseNewPassword(request.password, email);
    const checkedHash = await this.checkCurrent(request);
    const passwordHash = await this.passwords.hash(password, {
      host: request.userId,
      network: request.userId,
    });
    const ended = await this.database.transaction((own) => this.replace(own, request, passwordHash, checkedHash));
    await this.sessions.publishEnded(request.userId, ended, 'password_changed');
    return ended;
  }

  /** @returns the hash that the current password was checked against; undefined for a recovery session, which needs none */
  private async checkCurrent({ userId, sessionId, currentPassword, device }: SetPassword): Promise<string | undefined> {
    const { manager } = this.database;
    const session = await manager.findOneBy(SessionEntity, { id: sessionId, userId, endedAt: IsNull() });
    const user = await manager.findOneBy(UserEntity, { id: userId });
    if (user) requireActive(user);
    if (!user || !session) throw new LuitError('unauthorized', 'Auth session missing');
    if (session.isPasswordReset) return undefined;
    if (!currentPassword) throw noCurrentPassword();
    const isRight = await this.signIns.checkPassword(parsePassword(currentPassword), user, user.email, device);
    if (!isRight) throw wrongPassword();
    return user.passwordHash;
  }

  private async replace(
    manager: EntityManager,
    { userId, sessionId }: SetPassword,
    passwordHash: string,
    checkedHash: string | undefined,
  ): Promise<string[]> {
    const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
    const session = await manager.findOneBy(SessionEntity, { id: sessionId, userId, endedAt: IsNull() });
    if (user) requireActive(user);
    if (!user || !session) throw new LuitError('unauthorized', 'Auth session missing');
    // Changed meanwhile, by another session of the same person.
    if (checkedHash && user.passwordHash !== checkedHash) throw wrongPassword();
    const { deviceId, isPasswordReset } = session;
    await manager.update(UserEntity, { id: userId }, { passwordHash });
    if (isPasswordReset) await confirmEmail(manager, userId);
    await this.links.revokeAll(manager, userId);
    await this.devices.untrustOthers(manager, userId, deviceId);
    if (deviceId) await this.devices.trust(manager, userId, deviceId);
    const details = { device: deviceName(session.userAgent), ip: session.ip };
    await this.mails.post(manager, user, 'password_changed', { details });
    return this.sessions.endAll(manager, userId, 'password_changed', isPasswordReset ? undefined : sessionId);
  }
}

function noCurrentPassword(): LuitError {
  const text = 'Current password is required';
  return new LuitError('validation_failed', text, { details: { currentPassword: text } });
}

function wrongPassword(): LuitError {
  return new LuitError('invalid_credentials', 'This is not your current password');
}
