import type { Device, IssuedSession } from '@luit/contracts/auth/sessions';
import type { User } from '@luit/contracts/auth/users';
import { accountClosed, LuitError } from '@luit/contracts/errors';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AUTH_CONFIG, type AuthConfig } from '../config';
import { DevicesService } from '../devices/devices.service';
import { sanitizeDevice } from '../devices/sanitize-device';
import { LinksService } from '../links/links.service';
import { MailsService, tooManyMails } from '../mails/mails.service';
import { laneOf, PasswordsService } from '../passwords/passwords.service';
import { SignInsService } from '../sessions/sign-ins.service';
import { SignInAttempts } from '../sign-in-attempts/sign-in-attempts';
import { type EmailAddress, parseEmail, parseSignUp, type SignUpInput } from '../users/account-input';
import { UserEntity } from '../users/user.entity';
import { inConstantTime } from '../users/constant-time';
import { confirmEmail, lockUser, toUser } from '../users/users.service';

/** Where a password came from. */
interface Origin {
  deviceId: string;
  ip: string;
}

interface SignUpAnswer {
  requires_email_confirmation: true;
  user: User;
  device_token: string;
}

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
   * Makes an account and owes it a mail with a confirmation link; nobody is signed in yet. The unique address decides
   * between sign-ups that race. An address that somebody signed up with and never confirmed is free again once its last
   * link ran out. Where accounts are not revealed, a taken address gets the answer of a new one, and its owner a mail.
   *
   * @throws LuitError `email_taken`, `account_closed` until a deleted account has freed the address, `weak_password`,
   *   `invalid_email`, `validation_failed`, `unavailable`, `too_many_requests` where an address nobody confirmed was
   *   mailed too often
   */
  async signUp(request: { email: unknown; password: unknown; name: unknown; device: Device }): Promise<SignUpAnswer> {
    const input = parseSignUp(request);
    const deviceId = this.devices.idOf(request.device);
    const create = () => this.create(input, { deviceId, ip: sanitizeDevice(request.device).ip });
    const user = this.config.isRevealingAccounts ? await create() : ((await inConstantTime(create)) ?? asIfNew(input));
    if (!user) throw await this.whyTaken(input.email.key);
    return { requires_email_confirmation: true, user, device_token: this.devices.tokenOf(deviceId) };
  }

  /**
   * Redeems a mailed link, once, and signs in. The button has to be pressed where the password came from: on the device
   * that signed up, or in its network; or by someone who knows the password. Else a stranger could sign up with somebody's
   * address, wait until its owner confirms, and share the account.
   *
   * @throws LuitError `link_invalid_or_expired`, `password_required`, `invalid_credentials`, `too_many_attempts`,
   *   `user_blocked`
   */
  async confirm({
    token,
    password,
    device,
  }: {
    token: string;
    password?: string;
    device: Device;
  }): Promise<IssuedSession> {
    const checkedHash = password ? await this.checkedHashOf(token, password, device) : undefined;
    return this.database.transaction(async (manager) => {
      const user = await this.links.redeem(manager, token, 'confirm');
      const isTheirs = user.passwordHash === checkedHash || this.isWhereItCameFrom(user, device);
      if (!user.emailConfirmedAt && !isTheirs) {
        const text = 'To confirm on another device, please enter the password you chose when you signed up';
        throw new LuitError('password_required', text);
      }
      await confirmEmail(manager, user.id);
      return this.signIns.open(manager, user.id, device);
    });
  }

  /**
   * Owes another confirmation mail; one a minute, 20 a day. Where accounts are not revealed, every answer is the same.
   *
   * @throws LuitError `user_not_found`, `conflict` for a confirmed address, `too_many_requests`
   */
  async resend(request: { email: unknown }): Promise<void> {
    const { key } = parseEmail(request.email);
    const send = () => this.database.transaction((manager) => this.sendAgain(manager, key));
    if (!this.config.isRevealingAccounts) return void (await inConstantTime(send));
    const refusal = await send();
    if (refusal) throw refusal;
  }

  /** Null where the address is taken. */
  private async create(input: SignUpInput, origin: Origin): Promise<User | null> {
    // Without a hash for whoever learns it anyway.
    if (this.config.isRevealingAccounts && (await this.isTaken(this.database.manager, input.email.key))) return null;
    const passwordHash = await this.passwords.hash(input.password, laneOf(origin.ip));
    return this.database.transaction(async (manager) => {
      const user =
        (await insertUser(manager, input, passwordHash, origin)) ??
        (await this.takeOver(manager, input, passwordHash, origin));
      if (user) await this.postConfirmation(manager, user);
      else if (!this.config.isRevealingAccounts) await this.tellOwner(manager, input.email.key);
      return user && toUser(user);
    });
  }

  private async isTaken(manager: EntityManager, email: string): Promise<boolean> {
    const user = await manager.findOneBy(UserEntity, { email });
    return user !== null && !(await this.isGivenUp(manager, user));
  }

  private async whyTaken(email: string): Promise<LuitError> {
    const isClosing = await this.database.manager.existsBy(UserEntity, { email, status: 'closing' });
    return isClosing ? accountClosed() : new LuitError('email_taken', 'An account with this email already exists');
  }

  /** Nobody can confirm the account any more, and nobody ever got in. */
  private async isGivenUp(manager: EntityManager, user: UserEntity): Promise<boolean> {
    return (
      user.status === 'active' &&
      user.emailConfirmedAt === null &&
      !(await this.links.hasValid(manager, user.id, 'confirm'))
    );
  }

  private async takeOver(
    manager: EntityManager,
    { email, name }: SignUpInput,
    passwordHash: string,
    origin: Origin,
  ): Promise<UserEntity | null> {
    const user = await lockUser(manager, email.key);
    if (!user || !(await this.isGivenUp(manager, user))) return null;
    const wait = await this.mails.waitFor(manager, user.id);
    if (wait && this.config.isRevealingAccounts) throw tooManyMails(wait);
    if (wait) return null;
    await this.links.revokeAll(manager, user.id);
    await manager.update(
      UserEntity,
      { id: user.id },
      { ...whoSignsUp(email, name, origin), passwordHash, consentedAt: () => 'now()' },
    );
    return manager.findOneByOrFail(UserEntity, { id: user.id });
  }

  /** @throws LuitError `link_invalid_or_expired`, `invalid_credentials`, `too_many_attempts` */
  private async checkedHashOf(token: string, password: string, device: Device): Promise<string> {
    const user = await this.links.ownerOf(this.database.manager, token, 'confirm');
    const verify = () => this.passwords.verify(user.passwordHash, password, laneOf(device.ip));
    if (await this.attempts.check(`account:${user.email}`, verify)) return user.passwordHash;
    throw new LuitError('invalid_credentials', 'This is not the password you chose when you signed up');
  }

  private isWhereItCameFrom(user: UserEntity, device: Device): boolean {
    if (user.signedUpDevice === this.devices.idOf(device)) return true;
    const { ip } = sanitizeDevice(device);
    return ip !== '' && ip === user.signedUpIp;
  }

  private async sendAgain(manager: EntityManager, email: string): Promise<LuitError | undefined> {
    const user = await lockUser(manager, email);
    if (!user) return new LuitError('user_not_found', 'No account found with this email address');
    if (user.status === 'closing') return accountClosed();
    if (user.emailConfirmedAt)
      return new LuitError('conflict', 'This email address is already confirmed. Please sign in');
    const wait = await this.mails.waitFor(manager, user.id);
    if (wait) return tooManyMails(wait);
    await this.postConfirmation(manager, user);
    return undefined;
  }

  /** A stranger cannot learn of the account, but its owner may: the link once more, or that there is nothing to do. */
  private async tellOwner(manager: EntityManager, email: string): Promise<void> {
    const user = await lockUser(manager, email);
    if (user?.status !== 'active' || (await this.mails.waitFor(manager, user.id))) return;
    if (user.emailConfirmedAt) await this.mails.post(manager, user, 'already_registered');
    else await this.postConfirmation(manager, user);
  }

  private async postConfirmation(manager: EntityManager, user: UserEntity): Promise<void> {
    await this.mails.post(manager, user, 'confirm', { linkId: await this.links.create(manager, user.id, 'confirm') });
  }
}

/** Null where the address has an account. */
async function insertUser(
  manager: EntityManager,
  { email, name }: SignUpInput,
  passwordHash: string,
  origin: Origin,
): Promise<UserEntity | null> {
  const id = uuidv7();
  await manager
    .createQueryBuilder()
    .insert()
    .into(UserEntity)
    .values({ id, ...whoSignsUp(email, name, origin), email: email.key, passwordHash, consentedAt: () => 'now()' })
    .orIgnore()
    .execute();
  return manager.findOneBy(UserEntity, { id });
}

function whoSignsUp(email: EmailAddress, name: string, { deviceId, ip }: Origin) {
  return { emailAsTyped: email.asTyped, name, signedUpDevice: deviceId, signedUpIp: ip };
}

function asIfNew({ email, name }: SignUpInput): User {
  return {
    id: uuidv7(),
    email: email.key,
    email_confirmed_at: null,
    created_at: new Date().toISOString(),
    last_sign_in_at: null,
    user_metadata: { name, credits: 0, status: 'active' },
  };
}
