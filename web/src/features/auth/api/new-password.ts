import type { Session } from '@luit/contracts/http';
import type { ApiClient } from '../../../lib/api-client';

/**
 * Redeems the token of a mailed link, once. The session it answers can set a new password and nothing else.
 *
 * @throws ApiError `link_invalid_or_expired`
 */
export function recover(api: ApiClient, token: string): Promise<Session> {
  return api.call('/api/auth/recover', { method: 'POST', body: { token }, bearer: null });
}

/** Sets a new password as whoever is signed in, or as whom the recovery session belongs to. Signs other devices out. */
export function setPassword(api: ApiClient, password: string, recovery: Session | null): Promise<void> {
  const bearer = recovery?.access_token;
  return api.call('/api/auth/password', { method: 'PUT', body: { password }, bearer });
}
