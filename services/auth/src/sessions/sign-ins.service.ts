import type { Device, IssuedSession } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AUTH_CONFIG, type AuthConfig } from '../config';
import { deviceName } from '../devices/device-name';
import { DevicesService } from '../devices/devices.service';
import { sanitizeDevice } from '../devices/sanitize-device';
import { MailsService } from '../mails/mails.service';
import { laneOf, PasswordsService } from '../passwords/passwords.service';
import { SignInAttempts } from '../sign-in-attempts/sign-in-attempts';
import { parseCredentials } from '../users/account-input';
import { UserEntity } from '../users/user.entity';
import { requireActive, UsersService } from '../users/users.service';
import { SessionIssuerService } from './session-issuer.service';
import { SessionEntity } from './session.entity';

/** Opens sessions of creators. */
@Injectable()
export class SignInsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly attempts: SignInAttempts,
    private readonly devices: DevicesService,
    private readonly mails: MailsService,
    private readonly issuer: SessionIssuerService,
  ) {}

  /**
   * A device that is known to the account has attempts of its own, so that nobody can keep the owner out by guessing.
   *
   * @throws LuitError `invalid_credentials`, `user_not_found` where accounts are revealed, `email_not_confirmed`,
   *   `user_blocked`, `account_closed`, `too_many_attempts`, `unavailable` while too many passwords are being checked
   */
  async signIn(request: { email: unknown; password: unknown; device: Device }): Promise<IssuedSession> {
    const { email, password } = parseCredentials(request);
    const user = await this.users.findByEmail(email.key);
    if (!user && this.config.isRevealingAccounts) throw unknownAddress();
    const isRight = await this.checkPassword(password, user, email.key, request.device);
    if (!user || !isRight) throw wrongPassword();
    return this.database.transaction((manager) => this.open(manager, user.id, request.device, user.passwordHash));
  }

  /**
   * Looks at a password, and counts it as a try at that account where it is wrong.
   *
   * @param user null where nobody has the address; it takes as long
   * @throws LuitError `too_many_attempts`, `unavailable` while too many passwords are being checked
   */
  async checkPassword(password: string, user: UserEntity | null, email: string, device: Device): Promise<boolean> {
    const trustedDeviceId = await this.devices.findTrustedId(this.database.manager, user?.id, device);
    const subject = trustedDeviceId && user ? `device:${user.id}:${trustedDeviceId}` : `account:${email}`;
    const lane = laneOf(device.ip);
    const isRight = await this.attempts.check(subject, () =>
      user ? this.passwords.verify(user.passwordHash, password, lane) : this.passwords.verifyNobody(password, lane),
    );
    if (!isRight) recordSecurityEvent('sign_in_failed', { ip: device.ip, userId: user?.id });
    return isRight;
  }

  /**
   * Opens a session for a user, in the caller's transaction, and mails the user where the device is a new one.
   *
   * @param checkedHash the password hash that was checked; a password changed meanwhile opens nothing
   * @throws LuitError `email_not_confirmed`, `user_blocked`, `account_closed`, `invalid_credentials`
   */
  async open(manager: EntityManager, userId: string, device: Device, checkedHash?: string): Promise<IssuedSession> {
    const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
    if (!user || (checkedHash && user.passwordHash !== checkedHash)) throw wrongPassword();
    requireActive(user);
    if (!user.emailConfirmedAt) throw unconfirmed();
    const id = uuidv7();
    const deviceId = this.devices.idOf(device);
    await manager.insert(SessionEntity, { id, userId, deviceId, ...sanitizeDevice(device) });
    if ((await this.devices.trust(manager, userId, deviceId)) === 'new') {
      const details = { device: deviceName(device.userAgent), ip: sanitizeDevice(device).ip };
      await this.mails.post(manager, user, 'new_sign_in', { details });
    }
    const refreshTokenId = await this.issuer.addRefreshToken(manager, id, null);
    await manager.update(UserEntity, { id: userId }, { lastSignInAt: () => 'now()' });
    const issued = this.issuer.issue(await manager.findOneByOrFail(UserEntity, { id: userId }), id, refreshTokenId);
    return { ...issued, device_token: this.devices.tokenOf(deviceId) };
  }
}

function unknownAddress(): LuitError {
  return new LuitError('user_not_found', 'No account found with this email address. Please sign up first');
}

function wrongPassword(): LuitError {
  return new LuitError('invalid_credentials', 'Invalid email or password');
}

function unconfirmed(): LuitError {
  const text = 'Please check your email and confirm your account before signing in';
  return new LuitError('email_not_confirmed', text);
}
