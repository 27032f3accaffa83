import { useEffect } from 'react';
import { logFailure } from '../../lib/log';
import { useServices } from '../../lib/services';

/** Without a connection, continues with the data that this device has stored. Impersonation sessions store nothing. */
export function useOfflineSession(isOnline: boolean): void {
  const { session, impersonation } = useServices();
  useEffect(() => {
    if (isOnline || impersonation) return;
    const offline = import('../../shared/offline-library/resume-offline');
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
