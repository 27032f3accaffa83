import { authCalls } from '@luit/contracts/auth/messages';
import { type OpenIdIdentity, type OpenIdIntent, providerNameOf } from '@luit/contracts/auth/openid';
import type { Device } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf, ResponseOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { SecretsService } from '../../records/secrets/secrets.service';
import { parseEmail } from '../../records/users/account-input';
import { UserEntity } from '../../records/users/user.entity';
import { DevicesService } from '../devices/devices.service';
import { markAuthenticated } from '../sessions/session.entity';
import { SignInsService } from '../sessions/sign-ins.service';
import type { ChallengeKind } from '../sign-in-challenges/sign-in-challenge.entity';
import { SignInChallenges } from '../sign-in-challenges/sign-in-challenges';
import { requireActive, userNotFound } from '../users/users.service';
import type { LinkedSignInEntity } from './linked-sign-in.entity';
import { LinkedSignInsService } from './linked-sign-ins.service';

const KINDS: Record<OpenIdIntent, ChallengeKind> = {
  sign_in: 'openid_sign_in',
  link: 'openid_link',
  confirm: 'openid_confirm',
};
const INTENTS = Object.keys(KINDS) as OpenIdIntent[];

type Outcome = ResponseOf<typeof authCalls.finishOpenId>;
interface Session {
  userId: string;
  sessionId: string;
}

/** Sign-ins at an OpenID provider. The gateway talks to the provider and verifies what it says. */
@Injectable()
export class OpenIdSignInsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly secrets: SecretsService,
    private readonly devices: DevicesService,
    private readonly challenges: SignInChallenges,
    private readonly linked: LinkedSignInsService,
    private readonly signIns: SignInsService,
  ) {}

  @OnCall(authCalls.startOpenId)
  async start({
    intent,
    device,
    ...session
  }: RequestOf<typeof authCalls.startOpenId>): Promise<ResponseOf<typeof authCalls.startOpenId>> {
    const deviceId = this.devices.idOf(device);
    const userId = intent === 'sign_in' ? null : sessionOf(session).userId;
    const { id } = await this.challenges.create(this.database.manager, { kind: KINDS[intent], deviceId, userId });
    const state = this.challenges.tokenOf(id);
    return { state, ...this.secretsOf(id), device_token: this.devices.tokenOf(deviceId) };
  }

  /** @throws LuitError `link_invalid_or_expired` */
  @OnCall(authCalls.takeOpenIdState)
  async takeState({
    state,
    userId,
    device,
  }: RequestOf<typeof authCalls.takeOpenIdState>): Promise<ResponseOf<typeof authCalls.takeOpenIdState>> {
    const by = { deviceId: this.devices.idOf(device), userId };
    const { id, kind } = await this.challenges.take(this.database.manager, Object.values(KINDS), state, by);
    return { intent: INTENTS.find((intent) => KINDS[intent] === kind)!, ...this.secretsOf(id) };
  }

  /** @throws LuitError `email_not_confirmed`, `invalid_email`, `conflict`, `invalid_credentials`, `user_blocked`, `account_closed` */
  @OnCall(authCalls.finishOpenId)
  async finish({ intent, identity, device, ...session }: RequestOf<typeof authCalls.finishOpenId>): Promise<Outcome> {
    switch (intent) {
      case 'sign_in':
        return this.signIn(identity, device);
      case 'link':
        return this.link(identity, sessionOf(session), device);
      case 'confirm':
        return this.confirm(identity, sessionOf(session), device);
    }
  }

  private async signIn(identity: OpenIdIdentity, device: Device): Promise<Outcome> {
    const linked = await this.linked.find(this.database.manager, identity);
    if (linked) return this.open(linked, identity, device);
    const { email: given, displayName: name } = identity;
    // Whoever can make a provider repeat an unverified address would get the account of its owner.
    if (given === null || !identity.isEmailVerified) throw unverifiedEmail(identity);
    const email = parseEmail(given);
    const user = await this.database.manager.findOneBy(UserEntity, { email: email.key });
    const deviceId = this.devices.idOf(device);
    // An account that was never confirmed may be a stranger's: it is signed up again.
    const isExisting = Boolean(user?.emailConfirmedAt);
    const { id } = await this.challenges.create(this.database.manager, {
      kind: isExisting ? 'pending_link' : 'pending_sign_up',
      userId: isExisting ? user?.id : null,
      deviceId,
      identity,
    });
    const pending = { token: this.challenges.tokenOf(id), email: email.asTyped };
    return isExisting ? { next: 'link', ...pending } : { next: 'sign_up', ...pending, name };
  }

  private open(linked: LinkedSignInEntity, identity: OpenIdIdentity, device: Device): Promise<Outcome> {
    return this.database.transaction(async (manager) => {
      const session = await this.signIns.open(manager, linked.userId, device);
      await this.linked.recordUse(manager, linked, identity);
      return { next: 'signed_in', session };
    });
  }

  private link(identity: OpenIdIdentity, { userId }: Session, device: Device): Promise<Outcome> {
    return this.database.transaction(async (manager) => {
      await this.linked.link(manager, await lockActive(manager, userId), identity, device);
      return { next: 'linked' };
    });
  }

  private async confirm(identity: OpenIdIdentity, session: Session, device: Device): Promise<Outcome> {
    const { manager } = this.database;
    const linked = await this.linked.find(manager, identity);
    if (linked?.userId !== session.userId) {
      recordSecurityEvent('sign_in_failed', { ip: device.ip, userId: session.userId });
      const text = `This ${providerNameOf(identity.issuer)} account is not linked to your Luit account.`;
      throw new LuitError('conflict', text);
    }
    await markAuthenticated(manager, session);
    await this.linked.recordUse(manager, linked, identity);
    return { next: 'confirmed' };
  }

  private secretsOf(id: string) {
    const { secrets } = this;
    return { nonce: secrets.tokenOf('openid_nonce', id), codeVerifier: secrets.tokenOf('openid_verifier', id) };
  }
}

/** @throws LuitError `unauthorized` */
function sessionOf({ userId, sessionId }: Partial<Session>): Session {
  if (!userId || !sessionId) throw new LuitError('unauthorized', 'Auth session missing');
  return { userId, sessionId };
}

/** @throws LuitError `user_not_found`, `user_blocked`, `account_closed` */
export async function lockActive(manager: EntityManager, userId: string): Promise<UserEntity> {
  const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
  if (!user) throw userNotFound();
  requireActive(user);
  return user;
}

function unverifiedEmail({ issuer }: OpenIdIdentity): LuitError {
  const provider = providerNameOf(issuer);
  const text = `${provider} has not verified your email address. Verify it there, or sign up with a password.`;
  return new LuitError('email_not_confirmed', text);
}
