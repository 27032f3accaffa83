import { forgetKey } from '../features/restore/provider-key';
import { ApiClient } from './api-client';
import { clearPrompt } from './saved-prompt';
import { logFailure } from './log';
import { SessionStore } from './session-store';

/** The session store on the real browser. Without secure context there are no locks; then tabs refresh on their own. */
export function createBrowserSession(fetch: typeof globalThis.fetch): SessionStore {
  const locks = (navigator as Partial<Navigator>).locks;
  return new SessionStore({
    api: new ApiClient(fetch),
    now: Date.now,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    exclusively: (task) => (locks ? locks.request('luit.session', task) : task()),
    channel: 'BroadcastChannel' in window ? new BroadcastChannel('luit.session') : undefined,
    storage: localStorage,
    forget: (what) => {
      forgetKey();
      if (what === 'secrets') return;
      clearPrompt();
      import('../features/drafts/draft-store')
        .then(({ deleteAllDrafts }) => deleteAllDrafts())
        .catch((cause: unknown) => logFailure('Forgetting drafts', cause));
    },
  });
}
