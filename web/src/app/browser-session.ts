import { deviceStorage, offered } from '@luit/ui/storage';
import { deleteKey } from '../lib/provider-key';
import { ApiClient } from '../lib/api-client';
import { connectivity } from '../lib/connectivity';
import { logFailure } from '../lib/log';
import { SessionStore } from '../lib/session-store';

/** Connects the session store to browser APIs. */
export function createBrowserSession(fetch: typeof globalThis.fetch): SessionStore {
  return new SessionStore({
    api: new ApiClient(fetch),
    now: Date.now,
    whenOnline: () => connectivity.whenOnline(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    exclusively: (task) =>
      exclusively(
        offered(() => navigator.locks),
        task,
      ),
    channel: offered(() => new BroadcastChannel('luit.session-updates')),
    storage: deviceStorage,
    clearData: (scope) => {
      deleteKey();
      import('./browser-data')
        .then(({ clearBrowserData }) => clearBrowserData(scope))
        .catch((cause: unknown) => logFailure('Deleting browser data failed', cause));
    },
  });
}

/** Longer than most refreshes. A tab that the browser has frozen, or that waits for an answer, must not stop the others. */
const LOCK_WAIT_MS = 4_000;

/**
 * Runs a task while no other tab of this browser runs one. It runs anyway if the others take too long, if there are no locks, as
 * without a secure context, or if the browser denies them: the server tolerates two refreshes within seconds.
 */
async function exclusively<T>(locks: LockManager | undefined, task: () => Promise<T>): Promise<T> {
  let running: Promise<T> | undefined;
  const run = () => (running = task());
  try {
    await locks?.request('luit.session', { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, run);
  } catch (cause) {
    if (!running) logFailure('Waiting for other tabs failed', cause);
  }
  return running ?? run();
}
