import type { Session } from '@luit/contracts/auth/sessions';
import type { Services } from '../../../lib/services';

/**
 * Redeems the token of a mailed link, once, and signs in with the session it answers.
 *
 * @param password the one chosen at sign-up, for whoever confirms on another device
 * @throws ApiError `password_required` where it has to be given; the link stays good
 */
export async function confirmEmail({ api, session }: Services, token: string, password?: string): Promise<void> {
  const body = { token, password };
  await session.establish(await api.call<Session>('/api/auth/confirm', { method: 'POST', body, bearer: null }));
}
