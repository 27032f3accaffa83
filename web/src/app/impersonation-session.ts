import type { Session } from '@luit/contracts/auth/sessions';
import { ApiClient } from '../lib/api-client';
import { ApiError } from '../lib/api-error';
import { SessionStore } from '../lib/session-store';
import type { Impersonation } from './impersonation';

const READS = ['GET', 'HEAD'];

/** A `fetch` for impersonation sessions: it sends only reads, and answers any other request as the server would refuse it. */
export function readOnlyFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    if (READS.includes(init?.method ?? 'GET')) return fetch(input, init);
    const message = 'You are impersonating a user, so you cannot change anything.';
    return Promise.resolve(Response.json({ success: false, code: 'forbidden', message }, { status: 403 }));
  };
}

/**
 * An impersonation session. It rejects tokens of ordinary sessions: otherwise a link could sign its reader in to somebody else's
 * account. It is not stored, not shared with other tabs and not renewed, so it neither uses nor changes the operator's own session in
 * this browser.
 */
export function createImpersonationSession(
  fetch: typeof globalThis.fetch,
  { token }: Pick<Impersonation, 'token'>,
): SessionStore {
  const api = new ApiClient(fetch);
  const read = async (): Promise<Session> => {
    const answer = await api.call<{ session: Session | null; is_view: boolean }>('/api/auth/session', {
      bearer: token,
    });
    const { session } = answer;
    if (!session || !answer.is_view || session.expires_in <= 0)
      throw new ApiError('The impersonation session has ended.', { status: 401, code: 'unauthorized' });
    const { user } = session;
    return {
      ...session,
      access_token: token,
      // The app asks users to confirm their address first; an operator sees what they would see.
      user: { ...user, email_confirmed_at: user.email_confirmed_at ?? user.created_at },
    };
  };
  return new SessionStore({
    // The only call of a session is its renewal.
    api: { call: <T>() => read() as Promise<T> },
    now: Date.now,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    exclusively: (task) => task(),
    storage: { getItem: () => '1', setItem: () => undefined, removeItem: () => undefined },
  });
}
