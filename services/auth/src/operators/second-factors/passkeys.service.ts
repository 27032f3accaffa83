import type { PasskeyResponse } from '@luit/contracts/auth/passkeys';
import { Injectable } from '@nestjs/common';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { invalidPasskey, type NewPasskey, WebAuthnService } from '../../identity/passkeys/web-authn.service';
import { OperatorPasskeyEntity } from './operator-passkey.entity';

const NAME = 'Luit Operations';
const CHALLENGE_LIFETIME = `interval '5 minutes'`;

interface Session {
  adminId: string;
  sessionId: string;
}

/** Passkeys as a second factor. */
@Injectable()
export class PasskeysService {
  constructor(private readonly webAuthn: WebAuthnService) {}

  isAvailable(): boolean {
    return this.webAuthn.isAvailable;
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
    const known = await this.list(manager, session.adminId);
    const registration = { rpName: NAME, userId: session.adminId, email, known, verification: 'preferred' } as const;
    const options = await this.webAuthn.registrationOptions(registration);
    await this.storeChallenge(manager, session, options.challenge);
    return options;
  }

  /** @throws LuitError `second_factor_invalid` */
  async verifyRegistration(manager: EntityManager, session: Session, response: PasskeyResponse): Promise<NewPasskey> {
    const expectedChallenge = await this.takeChallenge(manager, session);
    return this.webAuthn.verifyRegistration(response, expectedChallenge, 'preferred');
  }

  /** @throws LuitError `conflict` if the passkey is registered already */
  async add(manager: EntityManager, adminId: string, name: string, passkey: NewPasskey): Promise<void> {
    await this.webAuthn.store(manager, OperatorPasskeyEntity, { id: uuidv7(), adminId, name, ...passkey });
  }

  /** @returns null if the operator has no passkey */
  async startVerification(
    manager: EntityManager,
    session: Session,
  ): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
    const known = await this.list(manager, session.adminId);
    if (known.length === 0) return null;
    const options = await this.webAuthn.authenticationOptions(known, 'preferred');
    await this.storeChallenge(manager, session, options.challenge);
    return options;
  }

  /**
   * Returns true if the response answers the challenge of this session with a passkey of this operator.
   *
   * @throws LuitError `second_factor_invalid`
   */
  async use(manager: EntityManager, session: Session, response: PasskeyResponse): Promise<boolean> {
    const challenge = await this.takeChallenge(manager, session);
    const passkey = await manager.findOneBy(OperatorPasskeyEntity, {
      adminId: session.adminId,
      credentialId: response.id,
    });
    if (!passkey) return false;
    await this.webAuthn.use(manager, OperatorPasskeyEntity, passkey, {
      response,
      challenge,
      verification: 'preferred',
    });
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
