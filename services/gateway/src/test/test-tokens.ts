import type { AccessTokenClaims, GuestTokenClaims, VerificationKey } from '@luit/contracts/auth/tokens';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { uuidv7 } from 'uuidv7';

interface Issuer {
  key: VerificationKey;
  privateKey: KeyObject;
}

/** Creates a token issuer like auth's. */
export function newIssuer(audience: VerificationKey['audience'], kid = uuidv7()): Issuer {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return { key: { kid, audience, publicKeyPem }, privateKey };
}

export interface TestUser {
  id: string;
  sessionId: string;
  email: string;
}

export function newUser(): TestUser {
  const id = uuidv7();
  return { id, sessionId: uuidv7(), email: `${id}@example.com` };
}

/** Claims of a valid access token, with overrides. */
export function claimsOf(issuer: Issuer, user: TestUser, changes: Partial<AccessTokenClaims> = {}): AccessTokenClaims {
  const now = Math.floor(Date.now() / 1_000);
  return {
    sub: user.id,
    sid: user.sessionId,
    email: user.email,
    aud: issuer.key.audience as AccessTokenClaims['aud'],
    iss: 'luit',
    typ: 'access',
    iat: now,
    exp: now + 900,
    ...changes,
  };
}

export function tokenFor(issuer: Issuer, user: TestUser, changes: Partial<AccessTokenClaims> = {}): string {
  return jwt.sign(claimsOf(issuer, user, changes), issuer.privateKey, { algorithm: 'ES256', keyid: issuer.key.kid });
}

/** A guest access token with overrides; claims that are undefined are omitted. */
export function guestTokenFor(
  issuer: Issuer,
  requestId: string,
  accountId: string,
  changes: Partial<GuestTokenClaims> = {},
) {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { sub: requestId, account: accountId, aud: 'luit-claim', iss: 'luit', iat: now, exp: now + 2_592_000 };
  const signed = JSON.parse(JSON.stringify({ ...claims, ...changes })) as object;
  return jwt.sign(signed, issuer.privateKey, { algorithm: 'ES256', keyid: issuer.key.kid });
}
