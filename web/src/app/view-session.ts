import type { Session } from '@luit/contracts/auth/sessions';
import type { User } from '@luit/contracts/auth/users';
import { ApiClient } from '../lib/api-client';
import { ApiError } from '../lib/api-error';
import { SessionStore } from '../lib/session-store';
import type { View } from './view';

/**
 * A session that reads with the token of a view. It is not stored, not shared with other tabs and not renewed, so that the
 * operator's own session in this browser is neither used nor touched.
 */
export function createViewSession(
  fetch: typeof globalThis.fetch,
  { token, until }: View,
  now = Date.now,
): SessionStore {
  const api = new ApiClient(fetch);
  const read = async (): Promise<Session> => {
    const expiresAt = Date.parse(until);
    if (!(expiresAt > now())) throw new ApiError('The view has ended.', { status: 401, code: 'unauthorized' });
    const { user } = await api.call<{ user: User }>('/api/auth/user', { bearer: token });
    return {
      access_token: token,
      expires_at: Math.floor(expiresAt / 1_000),
      expires_in: Math.floor((expiresAt - now()) / 1_000),
      // The app asks users to confirm their address first; an operator sees what they would see.
      user: { ...user, email_confirmed_at: user.email_confirmed_at ?? user.created_at },
    };
  };
  return new SessionStore({
    // The only call of a session is its renewal.
    api: { call: <T>() => read() as Promise<T> },
    now,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    exclusively: (task) => task(),
    storage: { getItem: () => '1', setItem: () => undefined, removeItem: () => undefined },
  });
}
