import { authCalls } from '@luit/contracts/auth/messages';
import { type OpenIdIdentity, providerNameOf } from '@luit/contracts/auth/openid';
import type { IssuedSession } from '@luit/contracts/auth/sessions';
import { DEFAULT_LANGUAGE } from '@luit/contracts/auth/languages';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MailsService, tooManyMails } from '../../records/queued-mails/mails.service';
import { parseEmail, parseName, parsePassword } from '../../records/users/account-input';
import { UserEntity } from '../../records/users/user.entity';
import { recordSignUp } from '../consents/sign-up-consents';
import { DevicesService } from '../devices/devices.service';
import { SignInsService } from '../sessions/sign-ins.service';
import type { SignInChallengeEntity } from '../sign-in-challenges/sign-in-challenge.entity';
import { SignInChallenges } from '../sign-in-challenges/sign-in-challenges';
import { type NewAccount, SignUpsService } from '../sign-ups/sign-ups.service';
import { confirmEmail } from '../users/users.service';
import { LinkedSignInsService } from './linked-sign-ins.service';
import { lockActive } from './open-id-sign-ins.service';

/** What follows the first sign-in of a person at an OpenID provider: a new account, or a confirmed link to an existing one. */
@Injectable()
export class PendingSignInsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly challenges: SignInChallenges,
    private readonly devices: DevicesService,
    private readonly linked: LinkedSignInsService,
    private readonly signUps: SignUpsService,
    private readonly signIns: SignInsService,
    private readonly mails: MailsService,
  ) {}

  /**
   * Creates an account without a password for the address that the provider verified, and signs in. An account with this address that was
   * never confirmed loses its password, because a stranger may have chosen it.
   *
   * @throws LuitError `link_invalid_or_expired`, `email_taken`, `account_closed`, `conflict`, `validation_failed`
   */
  @OnCall(authCalls.signUpWithOpenId)
  signUp(request: RequestOf<typeof authCalls.signUpWithOpenId>): Promise<IssuedSession> {
    const { token, device, language = DEFAULT_LANGUAGE, ...input } = request;
    const name = parseName(input.name);
    const deviceId = this.devices.idOf(device);
    return this.database.transaction(async (manager) => {
      const challenge = await this.challenges.take(manager, ['pending_sign_up'], token, { deviceId });
      const identity = identityOf(challenge);
      const email = parseEmail(identity.email);
      const account: NewAccount = { email, name, language, passwordHash: null, origin: { deviceId, ip: device.ip } };
      const user = await this.signUps.insertVerified(manager, account);
      await recordSignUp(manager, user.id, input);
      await confirmEmail(manager, user.id);
      await this.linked.link(manager, user, identity, device);
      return this.signIns.open(manager, user.id, device);
    });
  }

  /**
   * Links the sign-in to the existing account and signs in. Needs the password of the account, or a mailed token on the device that began:
   * on another device, whoever reads the mail may be tricked into linking a stranger.
   *
   * @throws LuitError `link_invalid_or_expired`, `password_required`, `invalid_credentials`, `too_many_attempts`, `user_blocked`, `conflict`
   */
  @OnCall(authCalls.confirmOpenIdLink)
  async confirmLink(request: RequestOf<typeof authCalls.confirmOpenIdLink>): Promise<IssuedSession> {
    const { token, password, device } = request;
    const { manager } = this.database;
    const { challenge, isMailed } = await this.challenges.find(manager, ['pending_link'], token);
    const isSameDevice = challenge.deviceId === this.devices.idOf(device);
    const user = await manager.findOneByOrFail(UserEntity, { id: challenge.userId! });
    const checkedHash =
      password && (await this.signIns.checkPassword(parsePassword(password), user, user.email, device));
    if (password && !checkedHash)
      throw new LuitError('invalid_credentials', 'This isn’t the password of your Luit account');
    if (!password && (!isMailed || !isSameDevice)) {
      const text = 'Open the link in the browser in which you began, or enter the password of your Luit account';
      throw new LuitError('password_required', text);
    }
    return this.database.transaction(async (transaction) => {
      await this.challenges.finish(transaction, challenge);
      const owner = await lockActive(transaction, user.id);
      await this.linked.link(transaction, owner, identityOf(challenge), device);
      return this.signIns.open(transaction, owner.id, device, checkedHash || undefined);
    });
  }

  /**
   * Mails the owner of the account a link that confirms.
   *
   * @throws LuitError `link_invalid_or_expired`, `too_many_requests`: one mail a minute, 20 a day; `user_blocked`, `account_closed`
   */
  @OnCall(authCalls.mailOpenIdLink)
  mailLink({ token, device }: RequestOf<typeof authCalls.mailOpenIdLink>): Promise<void> {
    return this.database.transaction(async (manager) => {
      const { challenge, isMailed } = await this.challenges.find(manager, ['pending_link'], token);
      if (isMailed || challenge.deviceId !== this.devices.idOf(device))
        throw new LuitError('link_invalid_or_expired', 'Please start again in this browser.');
      const user = await lockActive(manager, challenge.userId!);
      const wait = await this.mails.waitFor(manager, user.id, ['link_sign_in']);
      if (wait) throw tooManyMails(wait);
      const details = { challengeId: challenge.id, provider: providerNameOf(identityOf(challenge).issuer) };
      await this.mails.queue(manager, user, 'link_sign_in', { details });
    });
  }
}

function identityOf({ identity }: SignInChallengeEntity): OpenIdIdentity {
  if (!identity) throw new Error('The challenge has no identity');
  return identity;
}
