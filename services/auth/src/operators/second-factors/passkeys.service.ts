import type { PasskeyResponse } from '@luit/contracts/auth/operators';
import { LuitError } from '@luit/contracts/errors';
import { Inject, Injectable } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { isIP } from 'node:net';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { OperatorPasskeyEntity } from './operator-passkey.entity';

const NAME = 'Luit Operations';
const CHALLENGE_LIFETIME = `interval '5 minutes'`;
const MAX_PASSKEYS = 20;

interface Session {
  adminId: string;
  sessionId: string;
}

/** Passkeys (WebAuthn) as a second factor, for the origin of the app alone. */
@Injectable()
export class PasskeysService {
  private readonly origin: string;
  private readonly rpId: string;

  constructor(@Inject(AUTH_CONFIG) { webUrl }: AuthConfig) {
    const { origin, hostname } = new URL(webUrl);
    this.origin = origin;
    this.rpId = hostname;
  }

  /** Browsers accept no passkeys for an IP address. */
  isAvailable(): boolean {
    return isIP(this.rpId.replace(/^\[|\]$/g, '')) === 0;
  }

  list(manager: EntityManager, adminId: string): Promise<OperatorPasskeyEntity[]> {
    return manager.find(OperatorPasskeyEntity, { where: { adminId }, order: { createdAt: 'ASC' } });
  }

  /** @throws LuitError `conflict` if passkeys cannot be used here, or there are too many */
  async startRegistration(
    manager: EntityManager,
    session: Session,
    email: string,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    if (!this.isAvailable())
      throw new LuitError('conflict', 'Passkeys need an address with a host name. Use an authenticator app instead.');
    const known = await this.list(manager, session.adminId);
    if (known.length >= MAX_PASSKEYS) throw new LuitError('conflict', 'You have too many passkeys. Remove one first.');
    const options = await generateRegistrationOptions({
      rpName: NAME,
      rpID: this.rpId,
      userID: new Uint8Array(Buffer.from(session.adminId)),
      userName: email,
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    });
    await this.storeChallenge(manager, session, options.challenge);
    return options;
  }

  /** @throws LuitError `second_factor_invalid` */
  async verifyRegistration(
    manager: EntityManager,
    session: Session,
    response: PasskeyResponse,
  ): Promise<WebAuthnCredential> {
    const expectedChallenge = await this.takeChallenge(manager, session);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: this.origin,
      expectedRPID: this.rpId,
      requireUserVerification: false,
    }).catch((error: unknown) => {
      throw invalidPasskey(error);
    });
    if (!registrationInfo) throw invalidPasskey();
    return registrationInfo.credential;
  }

  /** @throws LuitError `conflict` if the passkey is registered already */
  async add(manager: EntityManager, adminId: string, name: string, credential: WebAuthnCredential): Promise<void> {
    const { id: credentialId, counter, transports = [] } = credential;
    const publicKey = Buffer.from(credential.publicKey);
    const added = await manager
      .createQueryBuilder()
      .insert()
      .into(OperatorPasskeyEntity)
      .values({ id: uuidv7(), adminId, credentialId, name, publicKey, counter, transports })
      .orIgnore()
      .updateEntity(false)
      .returning('id')
      .execute();
    if ((added.raw as unknown[]).length === 0) throw new LuitError('conflict', 'This passkey is already registered.');
  }

  /** @returns null if the operator has no passkey */
  async startVerification(
    manager: EntityManager,
    session: Session,
  ): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
    const known = await this.list(manager, session.adminId);
    if (known.length === 0) return null;
    const options = await generateAuthenticationOptions({
      rpID: this.rpId,
      allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      userVerification: 'preferred',
    });
    await this.storeChallenge(manager, session, options.challenge);
    return options;
  }

  /**
   * Returns true if the response answers the challenge of this session with a passkey of this operator.
   *
   * @throws LuitError `second_factor_invalid`
   */
  async use(manager: EntityManager, session: Session, response: PasskeyResponse): Promise<boolean> {
    const expectedChallenge = await this.takeChallenge(manager, session);
    const passkey = await manager.findOneBy(OperatorPasskeyEntity, {
      adminId: session.adminId,
      credentialId: response.id,
    });
    if (!passkey) return false;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: this.origin,
      expectedRPID: this.rpId,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports,
      },
      requireUserVerification: false,
    }).catch((error: unknown) => {
      throw invalidPasskey(error);
    });
    if (!verified) return false;
    await manager.update(
      OperatorPasskeyEntity,
      { id: passkey.id },
      { counter: authenticationInfo.newCounter, lastUsedAt: () => 'now()' },
    );
    return true;
  }

  async remove(manager: EntityManager, adminId: string, id: string): Promise<OperatorPasskeyEntity | null> {
    const passkey = await manager.findOneBy(OperatorPasskeyEntity, { id, adminId });
    const { affected } = await manager.delete(OperatorPasskeyEntity, { id, adminId });
    return affected === 1 ? passkey : null;
  }

  private async storeChallenge(manager: EntityManager, session: Session, challenge: string): Promise<void> {
    await manager.query(
      'UPDATE admin_sessions SET passkey_challenge = $3, passkey_challenge_at = now() WHERE id = $1 AND admin_id = $2',
      [session.sessionId, session.adminId, challenge],
    );
  }

  /** A challenge is valid once. @throws LuitError `second_factor_invalid` */
  private async takeChallenge(manager: EntityManager, { sessionId, adminId }: Session): Promise<string> {
    const [[row]] = await manager.query<[{ challenge: string | null }[], number]>(
      `UPDATE admin_sessions SET passkey_challenge = NULL, passkey_challenge_at = NULL
        WHERE id = $1 AND admin_id = $2 AND passkey_challenge_at > now() - ${CHALLENGE_LIFETIME}
       RETURNING old.passkey_challenge AS challenge`,
      [sessionId, adminId],
    );
    if (!row?.challenge) throw invalidPasskey();
    return row.challenge;
  }
}

function invalidPasskey(cause?: unknown): LuitError {
  const text = 'The passkey could not be verified. Please try again.';
  return Object.assign(new LuitError('second_factor_invalid', text), { cause });
}
