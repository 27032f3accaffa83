import type { Session } from '@luit/contracts/auth/sessions';
import type { ApiClient } from '../../../lib/api-client';

/**
 * Redeems the one-time token of a password reset link. The returned session can only set a new password.
 *
 * @throws ApiError `link_invalid_or_expired`
 */
export function redeemResetLink(api: ApiClient, token: string): Promise<Session> {
  return api.call('/api/auth/recover', { method: 'POST', body: { token }, bearer: null });
}

/** Authorizes a password change. */
export type PasswordChangeAuthorization = { resetSession: Session; keep: string[] } | { currentPassword: string };

/**
 * Sets a new password for the signed-in user or the owner of the reset session, and signs out all other devices. After a reset,
 * API keys, webhook endpoints and share links lose their access, except those with an id in `keep`.
 *
 * @throws ApiError `invalid_credentials` if the current password is wrong, `too_many_attempts`
 */
export function setPassword(
  api: ApiClient,
  password: string,
  authorization: PasswordChangeAuthorization,
): Promise<void> {
  const isReset = 'resetSession' in authorization;
  const body = isReset
    ? { password, keep: authorization.keep }
    : { password, currentPassword: authorization.currentPassword };
  const bearer = isReset ? authorization.resetSession.access_token : undefined;
  return api.call('/api/auth/password', { method: 'PUT', body, bearer });
}
