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
import { parseNewPassword } from '../users/account-input';
import { UserEntity } from '../users/user.entity';
import { confirmEmail, requireActive } from '../users/users.service';

interface SetPassword {
  userId: string;
  sessionId: string;
  password: unknown;
}

@Injectable()
export class NewPasswordsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly links: LinksService,
    private readonly devices: DevicesService,
    private readonly mails: MailsService,
  ) {}

  /**
   * Sets a password and signs the user's other sessions out; a recovery session has done its work and ends too. Links
   * that were mailed before are void, devices but this one are no longer known, and the owner is mailed. Whoever came
   * by a mailed link has shown that the address is theirs.
   *
   * @returns ids of the sessions that ended
   * @throws LuitError `weak_password`, `validation_failed`, `unauthorized`, `user_blocked`, `unavailable`
   */
  async set({ userId, sessionId, password }: SetPassword): Promise<string[]> {
    const { email = '' } = (await this.database.manager.findOneBy(UserEntity, { id: userId })) ?? {};
    const passwordHash = await this.passwords.hash(parseNewPassword(password, email));
    const ended = await this.database.transaction((manager) => this.replace(manager, userId, sessionId, passwordHash));
    await this.sessions.tellEnded(userId, ended, 'password_changed');
    return ended;
  }

  private async replace(manager: EntityManager, userId: string, sessionId: string, passwordHash: string) {
    const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
    const session = await manager.findOneBy(SessionEntity, { id: sessionId, userId, endedAt: IsNull() });
    if (user) requireActive(user);
    if (!user || !session) throw new LuitError('unauthorized', 'Auth session missing');
    const { deviceId, isRecovery } = session;
    await manager.update(UserEntity, { id: userId }, { passwordHash });
    if (isRecovery) await confirmEmail(manager, userId);
    await this.links.voidAll(manager, userId);
    await this.devices.forgetAllBut(manager, userId, deviceId);
    if (deviceId) await this.devices.remember(manager, userId, deviceId);
    const details = { device: deviceName(session.userAgent), ip: session.ip };
    await this.mails.post(manager, user, 'password_changed', { details });
    return this.sessions.endAll(manager, userId, 'password_changed', isRecovery ? undefined : sessionId);
  }
}
