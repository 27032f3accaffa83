import { authCalls } from '@luit/contracts/auth/messages';
import type { Device, IssuedSession } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { devicePartsOf } from '../../records/device-names/device-name';
import { DevicesService } from '../devices/devices.service';
import { sanitizeDevice } from '../../records/device-names/sanitize-device';
import { MailsService } from '../../records/queued-mails/mails.service';
import { laneOf, PasswordsService } from '../passwords/passwords.service';
import { SignInAttempts } from '../sign-in-attempts/sign-in-attempts';
import { parseCredentials } from '../../records/users/account-input';
import { UserEntity } from '../../records/users/user.entity';
import { requireActive } from '../users/users.service';
import { SessionIssuerService } from './session-issuer.service';
import { SessionEntity } from './session.entity';

/** Signs users in. */
@Injectable()
export class SignInsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly passwords: PasswordsService,
    private readonly attempts: SignInAttempts,
    private readonly devices: DevicesService,
    private readonly mails: MailsService,
    private readonly issuer: SessionIssuerService,
  ) {}

  /**
   * A trusted device has an attempt counter of its own, so that guessing elsewhere cannot lock the owner out.
   *
   * @throws LuitError `invalid_credentials`, `user_not_found` if accounts are revealed, `email_not_confirmed`,
   *   `user_blocked`, `account_closed`, `too_many_attempts`, `unavailable` if the hashing queue is full
   */
  @OnCall(authCalls.signIn)
  async signIn(request: RequestOf<typeof authCalls.signIn>): Promise<IssuedSession> {
    const { email, password } = parseCredentials(request);
    const user = await this.database.manager.findOneBy(UserEntity, { email: email.key });
    if (!user && this.config.isRevealingAccounts) throw unknownEmail();
    const checkedHash = await this.checkPassword(password, user, email.key, request.device);
    if (!user || !checkedHash) throw wrongPassword();
    return this.database.transaction((manager) => this.open(manager, user.id, request.device, checkedHash));
  }

  /**
   * Verifies a password and counts a failed attempt.
   *
   * @param user null for an unknown address, which takes as long, as does an account without a password
   * @returns the hash that the password was checked against; null if it is wrong
   * @throws LuitError `too_many_attempts`, `unavailable` if the hashing queue is full
   */
  async checkPassword(
    password: string,
    user: UserEntity | null,
    email: string,
    device: Device,
  ): Promise<string | null> {
    const trustedDeviceId = await this.devices.findTrustedId(this.database.manager, user?.id, device);
    const subject = trustedDeviceId && user ? `device:${user.id}:${trustedDeviceId}` : `account:${email}`;
    const lane = { ...laneOf(device.ip), isTrusted: Boolean(trustedDeviceId) };
    const isCorrect = await this.attempts.check(subject, () =>
      user?.passwordHash
        ? this.passwords.verify(user.passwordHash, password, lane)
        : this.passwords.verifyDummy(password, lane),
    );
    if (!isCorrect) recordSecurityEvent('sign_in_failed', { ip: device.ip, userId: user?.id });
    return isCorrect && user ? user.passwordHash : null;
  }

  /**
   * Opens a session in the caller's transaction, and notifies the user if the device is new.
   *
   * @param checkedHash the password hash that was checked; rejected if the password has changed since
   * @throws LuitError `email_not_confirmed`, `user_blocked`, `account_closed`, `invalid_credentials`
   */
  async open(manager: EntityManager, userId: string, device: Device, checkedHash?: string): Promise<IssuedSession> {
    const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
    if (!user || (checkedHash && user.passwordHash !== checkedHash)) throw wrongPassword();
    requireActive(user);
    if (!user.emailConfirmedAt) throw emailNotConfirmed();
    const id = uuidv7();
    const deviceId = this.devices.idOf(device);
    await manager.insert(SessionEntity, { id, userId, deviceId, ...sanitizeDevice(device) });
    if ((await this.devices.trust(manager, userId, deviceId)) === 'new') {
      const details = { ...devicePartsOf(device.userAgent), ip: sanitizeDevice(device).ip };
      await this.mails.queue(manager, user, 'new_sign_in', { details });
    }
    const refreshTokenId = await this.issuer.addRefreshToken(manager, id, null);
    await manager.update(UserEntity, { id: userId }, { lastSignInAt: () => 'now()' });
    const issued = this.issuer.issue(await manager.findOneByOrFail(UserEntity, { id: userId }), id, refreshTokenId);
    return { ...issued, device_token: this.devices.tokenOf(deviceId) };
  }
}

function unknownEmail(): LuitError {
  return new LuitError('user_not_found', 'No account found with this email address. Please sign up first');
}

function wrongPassword(): LuitError {
  return new LuitError('invalid_credentials', 'Invalid email or password');
}

function emailNotConfirmed(): LuitError {
  const text = 'Please check your email and confirm your account before signing in';
  return new LuitError('email_not_confirmed', text);
}
