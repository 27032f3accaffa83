import { ApiClient } from '../lib/api-client';
import { SessionStore, type SessionEnvironment } from '../lib/session-store';

/** A lock that several stores share, as tabs of one browser do. */
export function sharedLock(): SessionEnvironment['exclusively'] {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Channels that deliver to all the others at once. */
export function sharedChannel() {
  const listeners: { owner: number; hear: (event: Event) => void }[] = [];
  return (owner: number): NonNullable<SessionEnvironment['channel']> => ({
    postMessage: (data: unknown) =>
      listeners
        .filter((other) => other.owner !== owner)
        .forEach(({ hear }) => hear(new MessageEvent('message', { data }))),
    addEventListener: (_type: string, hear: unknown) => listeners.push({ owner, hear: hear as (event: Event) => void }),
  });
}

export function sessionStore(fetch: typeof globalThis.fetch, changes: Partial<SessionEnvironment> = {}): SessionStore {
  return new SessionStore({
    api: new ApiClient(fetch),
    now: Date.now,
    wait: () => Promise.resolve(),
    exclusively: (task) => task(),
    storage: localStorage,
    ...changes,
  });
}
