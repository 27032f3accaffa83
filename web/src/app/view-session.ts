import type { Session } from '@luit/contracts/auth/sessions';
import { ApiClient } from '../lib/api-client';
import { ApiError } from '../lib/api-error';
import { SessionStore } from '../lib/session-store';
import type { View } from './view';

const READS = ['GET', 'HEAD'];

/** A client that only reads, with the token of a view. What it refuses is answered as the server would, without asking it. */
export function viewFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    if (READS.includes(init?.method ?? 'GET')) return fetch(input, init);
    const message = 'You are viewing the app as a user, so you cannot change anything.';
    return Promise.resolve(Response.json({ success: false, code: 'forbidden', message }, { status: 403 }));
  };
}

/**
 * A session that reads with the token of a view, and with no other: a link with the token of an account would have its reader work
 * in that account. It is not stored, not shared with other tabs and not renewed, so that the operator's own session in this browser
 * is neither used nor touched.
 */
export function createViewSession(fetch: typeof globalThis.fetch, { token }: Pick<View, 'token'>): SessionStore {
  const api = new ApiClient(fetch);
  const read = async (): Promise<Session> => {
    const answer = await api.call<{ session: Session | null; is_view: boolean }>('/api/auth/session', {
      bearer: token,
    });
    const { session } = answer;
    if (!session || !answer.is_view || session.expires_in <= 0)
      throw new ApiError('The view has ended.', { status: 401, code: 'unauthorized' });
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
