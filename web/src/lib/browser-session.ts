import { deleteKey } from '../features/restore/provider-key';
import { ApiClient } from './api-client';
import { clearPrompt } from './saved-prompt';
import { logFailure } from './log';
import { SessionStore } from './session-store';

/** Connects the session store to browser APIs. Without a secure context there are no locks, and each tab refreshes separately. */
export function createBrowserSession(fetch: typeof globalThis.fetch): SessionStore {
  const locks = (navigator as Partial<Navigator>).locks;
  return new SessionStore({
    api: new ApiClient(fetch),
    now: Date.now,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    exclusively: (task) => (locks ? locks.request('luit.session', task) : task()),
    channel: 'BroadcastChannel' in window ? new BroadcastChannel('luit.session-updates') : undefined,
    storage: localStorage,
    clearData: (scope) => {
      deleteKey();
      if (scope === 'secrets') return;
      clearPrompt();
      import('../features/drafts/draft-store')
        .then(({ deleteAllDrafts }) => deleteAllDrafts())
        .catch((cause: unknown) => logFailure('Deleting drafts failed', cause));
    },
  });
}
