import type { AccessTokenClaims } from '@luit/contracts/auth/tokens';

/**
 * Returns true for a token of an operator's impersonation session. The signature is not checked: the answer only takes permissions away.
 */
export function isImpersonationToken(authorization: string | undefined): boolean {
  const payload = authorization?.split('.', 3)[1];
  if (!payload) return false;
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Partial<AccessTokenClaims> | null;
    return claims?.typ === 'view';
  } catch {
    // Luit did not issue this token; the guard of the route refuses it.
    return false;
  }
}
