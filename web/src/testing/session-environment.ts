import { ApiClient } from '../lib/api-client';
import { SessionStore, type SessionEnvironment } from '../lib/session-store';

/** A lock shared by several stores, like tabs of one browser. */
export function sharedLock(): SessionEnvironment['exclusively'] {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => undefined);
    return run;
  };
}

/** Channels that deliver messages synchronously to all other channels. */
export function sharedChannel() {
  const listeners: { owner: number; listener: (event: Event) => void }[] = [];
  return (owner: number): NonNullable<SessionEnvironment['channel']> => ({
    postMessage: (data: unknown) =>
      listeners
        .filter((other) => other.owner !== owner)
        .forEach(({ listener }) => listener(new MessageEvent('message', { data }))),
    addEventListener: (_type: string, listener: unknown) =>
      listeners.push({ owner, listener: listener as (event: Event) => void }),
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
