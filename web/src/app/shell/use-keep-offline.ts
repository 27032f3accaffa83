import { useEffect } from 'react';
import { logFailure } from '../../lib/log';
import { queryClient } from '../../lib/query-client';
import { useServices, useSession } from '../../lib/services';

/** After what the page itself loads. */
const STARTS_AFTER_MS = 2_000;

/** Stores what a signed-in user opens on this device for offline use. Impersonation sessions store nothing. */
export function useKeepOffline(): void {
  const { impersonation } = useServices();
  const { user } = useSession();
  useEffect(() => {
    if (!user || impersonation) return;
    let stop: (() => void) | undefined;
    let isStopped = false;
    const start = async () => {
      const { keepOffline } = await import('../../shared/offline-library/keep-offline');
      if (!isStopped) stop = keepOffline(user, queryClient);
    };
    const timer = setTimeout(
      () => void start().catch((cause: unknown) => logFailure('Keeping the library for offline use failed', cause)),
      STARTS_AFTER_MS,
    );
    return () => {
      isStopped = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [user, impersonation]);
}
