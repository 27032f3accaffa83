import type { Session } from '@luit/contracts/auth/sessions';
import type { Services } from '../../../lib/services';

/**
 * Redeems the one-time token of a confirmation link and signs in.
 *
 * @param password the one chosen at sign-up; required on another device
 * @throws ApiError `password_required` if the password is missing; the token stays valid
 */
export async function confirmEmail({ api, session }: Services, token: string, password?: string): Promise<void> {
  const body = { token, password };
  await session.establish(await api.call<Session>('/api/auth/confirm', { method: 'POST', body, bearer: null }));
}
