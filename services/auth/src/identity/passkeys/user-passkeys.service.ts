import { authCalls } from '@luit/contracts/auth/messages';
import type { Passkey, PasskeyResponse } from '@luit/contracts/auth/passkeys';
import type { Device, IssuedSession } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { writeAuditEntry } from '../../records/audit-log/write-audit-entry';
import { MailsService } from '../../records/queued-mails/mails.service';
import { UserEntity } from '../../records/users/user.entity';
import { DevicesService } from '../devices/devices.service';
import { markAuthenticated } from '../sessions/session.entity';
import { SignInsService } from '../sessions/sign-ins.service';
import type { ChallengeKind } from '../sign-in-challenges/sign-in-challenge.entity';
import { SignInChallenges } from '../sign-in-challenges/sign-in-challenges';
import { requireActive, userNotFound } from '../users/users.service';
import { PasskeyEntity } from './passkey.entity';
import { WebAuthnService } from './web-authn.service';

const NAME = 'Luit';

type Options = { options: Record<string, unknown>; device_token: string };
type PasskeyAction = 'passkey_added' | 'passkey_renamed' | 'passkey_removed';

/** Passkeys of users. Each is enough to sign in, so the device must verify its owner. */
@Injectable()
export class UserPasskeysService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly webAuthn: WebAuthnService,
    private readonly challenges: SignInChallenges,
    private readonly devices: DevicesService,
    private readonly signIns: SignInsService,
    private readonly mails: MailsService,
  ) {}

  /** Names no passkeys: the device knows its own, and the response reveals no accounts. @throws LuitError `conflict` */
  @OnCall(authCalls.startPasskeySignIn)
  async startSignIn({ device }: RequestOf<typeof authCalls.startPasskeySignIn>): Promise<Options> {
    return this.begin('passkey_use', device, null, (challenge) =>
      this.webAuthn.authenticationOptions([], 'required', challenge),
    );
  }

  /** @throws LuitError `invalid_credentials`, `user_blocked`, `account_closed`, `email_not_confirmed` */
  @OnCall(authCalls.signInWithPasskey)
  async signIn({ response, device }: RequestOf<typeof authCalls.signInWithPasskey>): Promise<IssuedSession> {
    const { userId } = await this.use(response, device);
    return this.database.transaction((manager) => this.signIns.open(manager, userId, device));
  }

  /** @throws LuitError `invalid_credentials` for a passkey of another account, `unauthorized` */
  @OnCall(authCalls.confirmWithPasskey)
  async confirm(request: RequestOf<typeof authCalls.confirmWithPasskey>): Promise<void> {
    await this.use(request.response, request.device, request.userId);
    await markAuthenticated(this.database.manager, request);
  }

  /** @throws LuitError `conflict`, `user_not_found` */
  @OnCall(authCalls.startUserPasskey)
  async start({ userId, device }: RequestOf<typeof authCalls.startUserPasskey>): Promise<Options> {
    const { manager } = this.database;
    const user = await manager.findOneBy(UserEntity, { id: userId });
    if (!user) throw userNotFound();
    const known = await manager.findBy(PasskeyEntity, { userId });
    const registration = { rpName: NAME, userId, email: user.emailAsTyped, known, verification: 'required' } as const;
    return this.begin('passkey_creation', device, userId, (challenge) =>
      this.webAuthn.registrationOptions({ ...registration, challenge }),
    );
  }

  /** @throws LuitError `invalid_credentials`, `conflict` if the passkey is registered already */
  @OnCall(authCalls.addUserPasskey)
  async add({ userId, name, response, device }: RequestOf<typeof authCalls.addUserPasskey>): Promise<Passkey> {
    const challenge = await this.take('passkey_creation', response, device, userId);
    const created = await this.webAuthn.verifyRegistration(response, challenge, 'required').catch(refuse(device));
    return this.database.transaction(async (manager) => {
      const user = await lockOwner(manager, userId);
      const id = uuidv7();
      await this.webAuthn.store(manager, PasskeyEntity, { id, userId, name, ...created });
      const passkey = await manager.findOneByOrFail(PasskeyEntity, { id });
      await this.audit(manager, 'passkey_added', passkey);
      await this.mails.queueAccessGranted(manager, user, { grant: 'passkey_added', thing: '' }, device);
      return toPasskey(passkey);
    });
  }

  /** @throws LuitError `not_found` */
  @OnCall(authCalls.renameUserPasskey)
  rename({ userId, passkeyId: id, name }: RequestOf<typeof authCalls.renameUserPasskey>): Promise<Passkey> {
    return this.database.transaction(async (manager) => {
      const { affected } = await manager.update(PasskeyEntity, { id, userId }, { name });
      if (affected !== 1) throw unknownPasskey();
      const passkey = await manager.findOneByOrFail(PasskeyEntity, { id });
      await this.audit(manager, 'passkey_renamed', passkey);
      return toPasskey(passkey);
    });
  }

  /** The owner can always sign in with a new password, so the last passkey can be removed. @throws LuitError `not_found` */
  @OnCall(authCalls.removeUserPasskey)
  remove({ userId, passkeyId: id }: RequestOf<typeof authCalls.removeUserPasskey>): Promise<void> {
    return this.database.transaction(async (manager) => {
      const { affected } = await manager.delete(PasskeyEntity, { id, userId });
      if (affected !== 1) throw unknownPasskey();
      await this.audit(manager, 'passkey_removed', { id, userId });
    });
  }

  private async begin(
    kind: ChallengeKind,
    device: Device,
    userId: string | null,
    optionsOf: (challenge: string) => Promise<object>,
  ): Promise<Options> {
    const deviceId = this.devices.idOf(device);
    const { id } = await this.challenges.create(this.database.manager, { kind, deviceId, userId });
    return {
      options: { ...(await optionsOf(this.challenges.tokenOf(id))) },
      device_token: this.devices.tokenOf(deviceId),
    };
  }

  /** Verifies a passkey, of this account if one is given. @throws LuitError `invalid_credentials` */
  private async use(response: PasskeyResponse, device: Device, userId?: string): Promise<PasskeyEntity> {
    const challenge = await this.take('passkey_use', response, device, userId);
    const { manager } = this.database;
    const passkey = await manager.findOneBy(PasskeyEntity, {
      credentialId: response.id,
      ...(userId ? { userId } : {}),
    });
    if (!passkey) return refuse(device)();
    const answer = { response, challenge, verification: 'required' } as const;
    await this.webAuthn.use(manager, PasskeyEntity, passkey, answer).catch(refuse(device, passkey.userId));
    return passkey;
  }

  /** Finishes the challenge that the response contains. @returns it as browsers write it */
  private async take(kind: ChallengeKind, response: PasskeyResponse, device: Device, userId?: string): Promise<string> {
    const challenge = challengeIn(response);
    const token = Buffer.from(challenge, 'base64url').toString();
    await this.challenges.take(this.database.manager, [kind], token, { deviceId: this.devices.idOf(device), userId });
    return challenge;
  }

  private audit(manager: EntityManager, action: PasskeyAction, { id, userId, name }: AuditedPasskey): Promise<void> {
    const details: Record<string, string> = name ? { name } : {};
    return writeAuditEntry(manager, { id: uuidv7(), adminId: null, action, subject: id, details, userIds: [userId] });
  }
}

type AuditedPasskey = Pick<PasskeyEntity, 'id' | 'userId'> & Partial<Pick<PasskeyEntity, 'name'>>;

export function toPasskey({ id, name, createdAt, lastUsedAt }: PasskeyEntity): Passkey {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

async function lockOwner(manager: EntityManager, userId: string): Promise<UserEntity> {
  const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
  if (!user) throw userNotFound();
  requireActive(user);
  return user;
}

/** The challenge in a response, which is JSON in base64url (WebAuthn, section 5.8.1); empty if there is none. */
function challengeIn({ response: { clientDataJSON } }: PasskeyResponse): string {
  try {
    const data = JSON.parse(Buffer.from(String(clientDataJSON), 'base64url').toString()) as { challenge?: unknown };
    return typeof data.challenge === 'string' ? data.challenge : '';
  } catch {
    return '';
  }
}

/** Does not say whether the passkey is unknown, or its answer wrong. */
function refuse({ ip }: Device, userId?: string) {
  return (cause?: unknown): never => {
    recordSecurityEvent('sign_in_failed', { ip, userId });
    const text = 'This passkey could not be verified. Please sign in another way.';
    throw Object.assign(new LuitError('invalid_credentials', text), { cause });
  };
}

function unknownPasskey(): LuitError {
  return new LuitError('not_found', 'This passkey does not exist.');
}
