import { createHash, generateKeyPairSync } from 'node:crypto';
import { type DataSource, IsNull } from 'typeorm';
import type { SecretsService } from '../secrets/secrets.service';
import { type Audience, SigningKeyEntity } from './signing-key.entity';

export const AUDIENCES: Audience[] = ['luit-web', 'luit-admin', 'luit-claim'];

/** A new ES256 key, sealed. */
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
 * Gives the audience a new signing key. Services take it up within seconds, and the old one verifies what it signed until
 * that runs out; in an emergency the old ones are deleted, and what they signed is refused.
 *
 * @returns the new key's id
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
