import { connectivity } from '../../lib/connectivity';
import { queryClient } from '../../lib/query-client';
import type { SessionStore } from '../../lib/session-store';
import { OFFLINE_LIBRARY_KEY, type OfflineLibrary, readOfflineAccount } from '../offline/account';

/** The server rejects this token, so the first call after the connection returns either renews the session or ends it. */
const EXPIRED_TOKEN = 'expired';

/** Without a connection, shows the data that this device has stored. If the page was opened without one, the stored user is signed in. */
export async function resumeOffline(session: SessionStore): Promise<void> {
  const account = await readOfflineAccount();
  if (!account || connectivity.isOnline()) return;
  queryClient.setQueryDefaults(OFFLINE_LIBRARY_KEY, { gcTime: Infinity });
  if (account.library) queryClient.setQueryData<OfflineLibrary>(OFFLINE_LIBRARY_KEY, account.library);
  if (session.getState().status === 'loading')
    session.receive({ kind: 'renewed', session: { token: EXPIRED_TOKEN, expiresAt: 0, user: account.user } });
}

/** Lists from the server replace the stored one. */
export function leaveOffline(): void {
  queryClient.removeQueries({ queryKey: OFFLINE_LIBRARY_KEY });
}
