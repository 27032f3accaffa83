import type { Session } from '@luit/contracts/auth/sessions';
import type { User } from '@luit/contracts/auth/users';
import type { Services } from '../../../lib/services';

/**
 * Redeems the one-time token of a confirmation link and signs in.
 *
 * @param password the one chosen at sign-up; required on another device
 * @throws ApiError `password_required` if the password is missing; the token stays valid
 */
export async function confirmEmail({ api, session }: Services, token: string, password?: string): Promise<User> {
  const body = { token, password };
  const opened = await api.call<Session>('/api/auth/confirm', { method: 'POST', body, bearer: null });
  await session.establish(opened);
  return opened.user;
}
