import { deleteKey } from '../lib/provider-key';
import { ApiClient } from '../lib/api-client';
import { connectivity } from '../lib/connectivity';
import { logFailure } from '../lib/log';
import { SessionStore } from '../lib/session-store';

/** Connects the session store to browser APIs. Without a secure context there are no locks, and each tab refreshes separately. */
export function createBrowserSession(fetch: typeof globalThis.fetch): SessionStore {
  const locks = (navigator as Partial<Navigator>).locks;
  return new SessionStore({
    api: new ApiClient(fetch),
    now: Date.now,
    whenOnline: () => connectivity.whenOnline(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    exclusively: (task) => (locks ? locks.request('luit.session', task) : task()),
    channel: 'BroadcastChannel' in window ? new BroadcastChannel('luit.session-updates') : undefined,
    storage: localStorage,
    clearData: (scope) => {
      deleteKey();
      import('./browser-data')
        .then(({ clearBrowserData }) => clearBrowserData(scope))
        .catch((cause: unknown) => logFailure('Deleting browser data failed', cause));
    },
  });
}
