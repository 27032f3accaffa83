import type { Session } from '@luit/contracts/auth/sessions';
import type { ApiClient } from '../../../lib/api-client';
import { currentLanguage } from '../../../lib/language';
import { SHOWN_VERSIONS } from './sign-up';

/** A sign-in that waits for a confirmation. */
export interface PendingSignIn {
  next: 'link' | 'sign_up';
  token: string;
  email: string;
  /** The name at the provider. */
  name?: string;
}

export type OpenIdAnswer =
  | { next: 'signed_in'; session: Session }
  | PendingSignIn
  | { next: 'linked' }
  | { next: 'confirmed' };

/** Finishes a sign-in with the parameters that the provider returned. @throws ApiError `link_invalid_or_expired`, `unavailable` */
export function finishOpenId(api: ApiClient, params: URLSearchParams): Promise<OpenIdAnswer> {
  const [state, code, iss] = ['state', 'code', 'iss'].map((name) => params.get(name) ?? undefined);
  return api.call('/api/auth/openid/finish', { method: 'POST', body: { state, code, iss } });
}

/** Creates an account for the address that the provider verified. */
export function signUpWithOpenId(
  api: ApiClient,
  input: { token: string; name: string; marketing: boolean },
): Promise<Session> {
  const body = { ...input, ...SHOWN_VERSIONS, language: currentLanguage() };
  return api.call('/api/auth/openid/signup', { method: 'POST', body, bearer: null });
}

/**
 * Links the sign-in to the account with its address.
 *
 * @param password not needed with a mailed token in the browser that began
 * @throws ApiError `password_required`, `invalid_credentials`
 */
export function confirmOpenIdLink(api: ApiClient, token: string, password?: string): Promise<Session> {
  return api.call('/api/auth/openid/link', { method: 'POST', body: { token, password }, bearer: null });
}

export function mailOpenIdLink(api: ApiClient, token: string): Promise<void> {
  return api.call('/api/auth/openid/link/mail', { method: 'POST', body: { token }, bearer: null });
}
