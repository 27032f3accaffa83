import { createHash, generateKeyPairSync } from 'node:crypto';
import { type DataSource, IsNull } from 'typeorm';
import type { SecretsService } from '../../records/secrets/secrets.service';
import { type Audience, SigningKeyEntity } from './signing-key.entity';

export const AUDIENCES: Audience[] = ['luit-web', 'luit-admin', 'luit-claim'];

/** Creates an ES256 key pair with an encrypted private key. */
export function newSigningKey(secrets: SecretsService, audience: Audience) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const kid = createHash('sha256').update(publicKey).digest('base64url');
  return { kid, audience, publicKeyPem: publicKey, sealedPrivateKey: secrets.seal(privateKey, kid) };
}

/**
 * Gives the audience a new signing key. Replicas load it within seconds; the old key still verifies the tokens it signed
 * until they expire. In an emergency the old keys are deleted, which invalidates their tokens.
 *
 * @returns the id of the new key
 */
export async function rotateKey(
  database: DataSource,
  secrets: SecretsService,
  audience: Audience,
  isEmergency: boolean,
): Promise<string> {
  const key = newSigningKey(secrets, audience);
  await database.transaction(async (manager) => {
    if (isEmergency) await manager.delete(SigningKeyEntity, { audience });
    const current = { audience, retiredAt: IsNull() };
    await manager.update(SigningKeyEntity, current, { retiredAt: () => 'now()' });
    await manager.insert(SigningKeyEntity, key);
  });
  return key.kid;
}
