import { authCalls } from '@luit/contracts/auth/messages';
import type { Device, IssuedSession } from '@luit/contracts/auth/sessions';
import type { User } from '@luit/contracts/auth/users';
import { accountClosed, LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { recordSignUp } from '../consents/sign-up-consents';
import { DevicesService } from '../devices/devices.service';
import { sanitizeDevice } from '../../records/device-names/sanitize-device';
import { LinksService } from '../links/links.service';
import { MailsService, tooManyMails } from '../../records/queued-mails/mails.service';
import { laneOf, PasswordsService } from '../passwords/passwords.service';
import { SignInsService } from '../sessions/sign-ins.service';
import { SignInAttempts } from '../sign-in-attempts/sign-in-attempts';
import { parseEmail, parseSignUp, type SignUpInput } from '../../records/users/account-input';
import { UserEntity } from '../../records/users/user.entity';
import { inConstantTime } from '../users/constant-time';
import { confirmEmail, lockUser, requireActive, toUser } from '../users/users.service';

/** Device and address that signed up. */
interface SignUpOrigin {
  deviceId: string;
  ip: string;
}

/** An account to create. */
export interface NewAccount extends Pick<SignUpInput, 'email' | 'name' | 'language'> {
  /** Null for an account that signs in without a password. */
  passwordHash: string | null;
  origin: SignUpOrigin;
}

interface SignUpResult {
  requires_email_confirmation: true;
  user: User;
  device_token: string;
}

/** Creates accounts and confirms their addresses. */
@Injectable()
export class SignUpsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly passwords: PasswordsService,
    private readonly links: LinksService,
    private readonly mails: MailsService,
    private readonly signIns: SignInsService,
    private readonly attempts: SignInAttempts,
    private readonly devices: DevicesService,
  ) {}

  /**
   * Creates an account and queues a mail with a confirmation link, without signing the user in. The unique address decides
   * between concurrent sign-ups. An unconfirmed address can be registered again after its last link has expired. If accounts
   * are not revealed, a taken address gets the same response as a new one, and its owner gets a mail.
   *
   * @throws LuitError `email_taken`, `account_closed` until a deleted account has freed the address, `weak_password`,
   *   `invalid_email`, `validation_failed`, `unavailable`, `too_many_requests` if an unconfirmed address got too many mails
   */
  @OnCall(authCalls.signUp)
  async signUp(request: RequestOf<typeof authCalls.signUp>): Promise<SignUpResult> {
    const input = parseSignUp(request);
    const deviceId = this.devices.idOf(request.device);
    const create = () => this.create(input, { deviceId, ip: sanitizeDevice(request.device).ip });
    const user = this.config.isRevealingAccounts
      ? await create()
      : ((await inConstantTime(create)) ?? fakeNewUser(input));
    if (!user) throw await this.takenError(this.database.manager, input.email.key);
    return { requires_email_confirmation: true, user, device_token: this.devices.tokenOf(deviceId) };
  }

  /**
   * Redeems a mailed link once and signs the user in. Requires the device or IP address that signed up, or the password.
   * Otherwise an attacker could sign up with a victim's address, wait until the victim confirms it, and share the account.
   *
   * @throws LuitError `link_invalid_or_expired`, `password_required`, `invalid_credentials`, `too_many_attempts`,
   *   `user_blocked`
   */
  @OnCall(authCalls.confirmEmail)
  async confirm({ token, password, device }: RequestOf<typeof authCalls.confirmEmail>): Promise<IssuedSession> {
    const checkedHash = password ? await this.checkPasswordForLink(token, password, device) : undefined;
    return this.database.transaction(async (manager) => {
      const user = await this.links.redeem(manager, token, 'confirm');
      const isSamePerson = user.passwordHash === checkedHash || this.isSignUpOrigin(user, device);
      if (!user.emailConfirmedAt && !isSamePerson) {
        const text = 'To confirm on another device, please enter the password you chose when you signed up';
        throw new LuitError('password_required', text);
      }
      await confirmEmail(manager, user.id);
      return this.signIns.open(manager, user.id, device);
    });
  }

  /**
   * Queues another confirmation mail; one a minute, 20 a day. If accounts are not revealed, every response is the same.
   *
   * @throws LuitError `user_not_found`, `conflict` for a confirmed address, `too_many_requests`
   */
  @OnCall(authCalls.resendConfirmation)
  async resend(request: RequestOf<typeof authCalls.resendConfirmation>): Promise<void> {
    const { key } = parseEmail(request.email);
    const send = () => this.database.transaction((manager) => this.resendLink(manager, key));
    if (!this.config.isRevealingAccounts) return void (await inConstantTime(send));
    const rejection = await send();
    if (rejection) throw rejection;
  }

  /** Returns null if the address is taken. */
  private async create(input: SignUpInput, origin: SignUpOrigin): Promise<User | null> {
    // Skip hashing if the response reveals a taken address anyway.
    if (this.config.isRevealingAccounts && (await this.isTaken(this.database.manager, input.email.key))) return null;
    const passwordHash = await this.passwords.hash(input.password, laneOf(origin.ip));
    return this.database.transaction(async (manager) => {
      const account = { ...input, passwordHash, origin };
      const user = (await insertUser(manager, account)) ?? (await this.takeOver(manager, account));
      if (user) {
        await recordSignUp(manager, user.id, input.consents);
        await this.queueConfirmation(manager, user);
      } else if (!this.config.isRevealingAccounts) await this.notifyOwner(manager, input.email.key);
      return user && toUser(user);
    });
  }

  private async isTaken(manager: EntityManager, email: string): Promise<boolean> {
    const user = await manager.findOneBy(UserEntity, { email });
    return user !== null && !(await this.isAbandoned(manager, user));
  }

  private async takenError(manager: EntityManager, email: string): Promise<LuitError> {
    const isClosing = await manager.existsBy(UserEntity, { email, status: 'closing' });
    return isClosing ? accountClosed() : new LuitError('email_taken', 'An account with this email already exists');
  }

  /** The account was never confirmed, and no valid link could still confirm it. */
  private async isAbandoned(manager: EntityManager, user: UserEntity): Promise<boolean> {
    return (
      user.status === 'active' &&
      user.emailConfirmedAt === null &&
      !(await this.links.hasValid(manager, user.id, 'confirm'))
    );
  }

  private async takeOver(manager: EntityManager, account: NewAccount): Promise<UserEntity | null> {
    const user = await lockUser(manager, account.email.key);
    if (!user || !(await this.isAbandoned(manager, user))) return null;
    const wait = await this.mails.waitFor(manager, user.id);
    if (wait && this.config.isRevealingAccounts) throw tooManyMails(wait);
    if (wait) return null;
    return this.replace(manager, user, account);
  }

  /**
   * Inserts an account whose owner has proved the address, or replaces one that was never confirmed, in the caller's transaction.
   *
   * @throws LuitError `email_taken`, `account_closed`, `user_blocked`
   */
  async insertVerified(manager: EntityManager, account: NewAccount): Promise<UserEntity> {
    const created = await insertUser(manager, account);
    if (created) return created;
    const user = await lockUser(manager, account.email.key);
    if (user) requireActive(user);
    if (!user || user.emailConfirmedAt) throw await this.takenError(manager, account.email.key);
    return this.replace(manager, user, account);
  }

  private async replace(manager: EntityManager, { id }: UserEntity, account: NewAccount): Promise<UserEntity> {
    await this.links.revokeAll(manager, id);
    await manager.update(UserEntity, { id }, { ...signUpFields(account), consentedAt: () => 'now()' });
    return manager.findOneByOrFail(UserEntity, { id });
  }

  /** @throws LuitError `link_invalid_or_expired`, `invalid_credentials`, `too_many_attempts` */
  private async checkPasswordForLink(token: string, password: string, device: Device): Promise<string> {
    const user = await this.links.ownerOf(this.database.manager, token, 'confirm');
    const { passwordHash } = user;
    // A link that confirms ends when an account loses its password.
    if (passwordHash === null) throw new Error('The account has no password');
    const verify = () => this.passwords.verify(passwordHash, password, laneOf(device.ip));
    if (await this.attempts.check(`account:${user.email}`, verify)) return passwordHash;
    throw new LuitError('invalid_credentials', 'This isn’t the password you chose when you signed up');
  }

  private isSignUpOrigin(user: UserEntity, device: Device): boolean {
    if (user.signedUpDevice === this.devices.idOf(device)) return true;
    const { ip } = sanitizeDevice(device);
    return ip !== '' && ip === user.signedUpIp;
  }

  private async resendLink(manager: EntityManager, email: string): Promise<LuitError | undefined> {
    const user = await lockUser(manager, email);
    if (!user) return new LuitError('user_not_found', 'No account found with this email address');
    return this.resendTo(manager, user);
  }

  /** Queues another confirmation mail to a locked user, or returns why not. */
  async resendTo(manager: EntityManager, user: UserEntity): Promise<LuitError | undefined> {
    if (user.status === 'closing') return accountClosed();
    if (user.emailConfirmedAt)
      return new LuitError('conflict', 'This email address is already confirmed. Please sign in');
    const wait = await this.mails.waitFor(manager, user.id);
    if (wait) return tooManyMails(wait);
    await this.queueConfirmation(manager, user);
    return undefined;
  }

  /** Notifies only the owner of an existing account: resends the link, or says that the account already exists. */
  private async notifyOwner(manager: EntityManager, email: string): Promise<void> {
    const user = await lockUser(manager, email);
    if (user?.status !== 'active' || (await this.mails.waitFor(manager, user.id))) return;
    if (user.emailConfirmedAt) await this.mails.queue(manager, user, 'already_registered');
    else await this.queueConfirmation(manager, user);
  }

  private async queueConfirmation(manager: EntityManager, user: UserEntity): Promise<void> {
    await this.mails.queue(manager, user, 'confirm', { linkId: await this.links.create(manager, user.id, 'confirm') });
  }
}

/** Returns null if the address has an account. */
async function insertUser(manager: EntityManager, account: NewAccount): Promise<UserEntity | null> {
  const id = uuidv7();
  await manager
    .createQueryBuilder()
    .insert()
    .into(UserEntity)
    .values({ id, ...signUpFields(account), email: account.email.key, consentedAt: () => 'now()' })
    .orIgnore()
    .execute();
  return manager.findOneBy(UserEntity, { id });
}

function signUpFields({ email, name, language, passwordHash, origin: { deviceId, ip } }: NewAccount) {
  return { emailAsTyped: email.asTyped, name, language, passwordHash, signedUpDevice: deviceId, signedUpIp: ip };
}

function fakeNewUser({ email, name, language }: SignUpInput): User {
  return {
    id: uuidv7(),
    email: email.key,
    email_confirmed_at: null,
    created_at: new Date().toISOString(),
    last_sign_in_at: null,
    user_metadata: { name, credits: 0, status: 'active' },
    language,
  };
}
