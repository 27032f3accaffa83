import type { Session } from '@luit/contracts/auth/sessions';
import type { ApiClient } from '../../../lib/api-client';

/**
 * Redeems the token of a mailed link, once. The session it answers can set a new password and nothing else.
 *
 * @throws ApiError `link_invalid_or_expired`
 */
export function recover(api: ApiClient, token: string): Promise<Session> {
  return api.call('/api/auth/recover', { method: 'POST', body: { token }, bearer: null });
}

/** What proves that the password is one's own to change. */
export type PasswordProof = { recovery: Session } | { currentPassword: string };

/**
 * Sets a new password as whoever is signed in, or as whom the recovery session belongs to. Signs other devices out.
 *
 * @throws ApiError `invalid_credentials` where the current password is wrong, `too_many_attempts`
 */
export function setPassword(api: ApiClient, password: string, proof: PasswordProof): Promise<void> {
  const isRecovery = 'recovery' in proof;
  const body = isRecovery ? { password } : { password, currentPassword: proof.currentPassword };
  const bearer = isRecovery ? proof.recovery.access_token : undefined;
  return api.call('/api/auth/password', { method: 'PUT', body, bearer });
}
