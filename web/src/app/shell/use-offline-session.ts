import { useEffect } from 'react';
import { logFailure } from '../../lib/log';
import { useServices } from '../../lib/services';

/** Continues with what this device has kept while there is no connection. Views of operators keep nothing. */
export function useOfflineSession(isOnline: boolean): void {
  const { session, impersonation } = useServices();
  useEffect(() => {
    if (isOnline || impersonation) return;
    const offline = import('../../shared/offline/resume-offline');
    offline
      .then(({ resumeOffline }) => resumeOffline(session))
      .catch((cause: unknown) => logFailure('Reading what this device has kept failed', cause));
    return () =>
      void offline.then(
        ({ leaveOffline }) => leaveOffline(),
        () => undefined,
      );
  }, [isOnline, session, impersonation]);
}
