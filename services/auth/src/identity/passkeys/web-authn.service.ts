import type { PasskeyResponse } from '@luit/contracts/auth/passkeys';
import { LuitError } from '@luit/contracts/errors';
import { supportsPasskeys } from '@luit/platform/security/passkey-host';
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
} from '@simplewebauthn/server';
import type { EntityManager } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import type { PasskeyColumns } from './passkey-columns';

const MAX_PASSKEYS = 20;

type Known = Pick<PasskeyColumns, 'credentialId' | 'transports'>[];
type Ceremony = 'required' | 'preferred';
export type NewPasskey = Pick<PasskeyColumns, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

interface Registration {
  rpName: string;
  userId: string;
  email: string;
  known: Known;
  /** `required`: the passkey replaces the password, so the device finds it by itself and asks for a PIN or a fingerprint. */
  verification: Ceremony;
  /** Random by default. */
  challenge?: string;
}

/** The ceremonies of passkeys (WebAuthn), for the origin of the apps alone. */
@Injectable()
export class WebAuthnService {
  private readonly origin: string;
  private readonly rpId: string;
  readonly isAvailable: boolean;

  constructor(@Inject(AUTH_CONFIG) { webUrl }: AuthConfig) {
    const { origin, hostname } = new URL(webUrl);
    this.origin = origin;
    this.rpId = hostname;
    this.isAvailable = supportsPasskeys(webUrl);
  }

  /** @throws LuitError `conflict` if passkeys cannot be used here, or there are too many */
  registrationOptions({
    rpName,
    userId,
    email,
    known,
    verification,
    challenge,
  }: Registration): Promise<PublicKeyCredentialCreationOptionsJSON> {
    this.requireAvailable();
    if (known.length >= MAX_PASSKEYS) throw new LuitError('conflict', 'You have too many passkeys. Remove one first.');
    return generateRegistrationOptions({
      rpName,
      rpID: this.rpId,
      userID: new Uint8Array(Buffer.from(userId)),
      userName: email,
      attestationType: 'none',
      excludeCredentials: listOf(known),
      authenticatorSelection: {
        residentKey: verification === 'required' ? 'required' : 'discouraged',
        userVerification: verification,
      },
      ...(challenge ? { challenge } : {}),
    });
  }

  /** @throws LuitError `second_factor_invalid` */
  async verifyRegistration(
    response: PasskeyResponse,
    expectedChallenge: string,
    verification: Ceremony,
  ): Promise<NewPasskey> {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: this.origin,
      expectedRPID: this.rpId,
      requireUserVerification: verification === 'required',
    }).catch((error: unknown) => {
      throw invalidPasskey(error);
    });
    if (!registrationInfo) throw invalidPasskey();
    const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { credentialId, publicKey: Buffer.from(publicKey), counter, transports };
  }

  /**
   * @param known the passkeys that may answer; none if the device chooses
   * @throws LuitError `conflict` if passkeys cannot be used here
   */
  authenticationOptions(
    known: Known,
    verification: Ceremony,
    challenge?: string,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    this.requireAvailable();
    return generateAuthenticationOptions({
      rpID: this.rpId,
      allowCredentials: listOf(known),
      userVerification: verification,
      ...(challenge ? { challenge } : {}),
    });
  }

  /**
   * Checks that a passkey answered the challenge, and stores its use.
   *
   * @throws LuitError `second_factor_invalid`
   */
  async use<Passkey extends PasskeyColumns>(
    manager: EntityManager,
    entity: new () => Passkey,
    passkey: Passkey,
    answer: { response: PasskeyResponse; challenge: string; verification: Ceremony },
  ): Promise<void> {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer.response as unknown as AuthenticationResponseJSON,
      expectedChallenge: answer.challenge,
      expectedOrigin: this.origin,
      expectedRPID: this.rpId,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports,
      },
      requireUserVerification: answer.verification === 'required',
    }).catch((error: unknown) => {
      throw invalidPasskey(error);
    });
    if (!verified) throw invalidPasskey();
    await manager
      .createQueryBuilder()
      .update(entity)
      .set({ counter: authenticationInfo.newCounter, lastUsedAt: () => 'now()' } as never)
      .where('id = :id', { id: passkey.id })
      .execute();
  }

  /** @throws LuitError `conflict` if the passkey is registered already */
  async store<Passkey extends PasskeyColumns>(
    manager: EntityManager,
    entity: new () => Passkey,
    passkey: QueryDeepPartialEntity<Passkey>,
  ): Promise<void> {
    const added = await manager
      .createQueryBuilder()
      .insert()
      .into(entity)
      .values(passkey)
      .orIgnore()
      .updateEntity(false)
      .returning('id')
      .execute();
    if ((added.raw as unknown[]).length === 0) throw new LuitError('conflict', 'This passkey is already registered.');
  }

  private requireAvailable(): void {
    if (this.isAvailable) return;
    throw new LuitError('conflict', 'Passkeys need an address with a host name. Use another way to sign in.');
  }
}

function listOf(known: Known) {
  return known.map(({ credentialId, transports }) => ({ id: credentialId, transports }));
}

export function invalidPasskey(cause?: unknown): LuitError {
  const text = 'The passkey could not be verified. Please try again.';
  return Object.assign(new LuitError('second_factor_invalid', text), { cause });
}
