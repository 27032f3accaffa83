import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';

const AUTHORIZATION = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/;
/** Longest lifetime of a token, seconds (RFC 8292, 2). */
const MAX_LIFETIME = 24 * 3_600;

const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(mailto:|https:)/) });

/**
 * The key that signed the token of an `Authorization` header (RFC 8292); null if the token is not valid.
 *
 * @param audience origin of the push service
 */
export function signerOf(authorization: string | undefined, audience: string): string | null {
  const [, header, payload, signature, key] = AUTHORIZATION.exec(authorization ?? '') ?? [];
  if (!header || !payload || !signature || !key) return null;
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${payload}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp } = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  const seconds = exp - Date.now() / 1_000;
  return isSigned && aud === audience && seconds > 0 && seconds <= MAX_LIFETIME ? key : null;
}
