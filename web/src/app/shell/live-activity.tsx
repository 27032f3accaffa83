import { toast, Toaster } from '@luit/ui/toaster';
import { useEffect, useState } from 'react';
import { ActivityCenter } from '../../features/activity/components/activity-center';
import { LiveConnection } from '../../shared/live/live-connection';
import { openSocket } from '../../shared/live/open-socket';
import { takeFlashMessage } from '../../lib/flash-message';
import { onCreditsUpdated } from '../../lib/credits-events';
import { queryClient } from '../../lib/query-client';
import { useServices } from '../../lib/services';
import { useKeepOffline } from './use-keep-offline';

/** Long enough to read and copy an order id. */
const FLASH_DURATION_MS = 20_000;

/**
 * Runs the live connection while a user is signed in, shows the activity center and refetches the balance on
 * `creditsUpdated`. Signing out clears the query cache so that the next user of this browser cannot see its data.
 */
export function LiveActivity({ open = openSocket }: { open?: typeof openSocket }) {
  const { session, impersonation } = useServices();
  const [live] = useState(() => new LiveConnection(queryClient, session, open));

  useKeepOffline();
  // An impersonation session has no live updates; pages poll.
  useEffect(() => (impersonation ? undefined : live.start()), [live, impersonation]);
  useEffect(() => onCreditsUpdated(() => void queryClient.invalidateQueries({ queryKey: ['credits'] })), []);
  useEffect(() => {
    const message = takeFlashMessage();
    if (message) toast.success(message, { duration: FLASH_DURATION_MS });
  }, []);
  useEffect(
    () => () => {
      if (session.getState().status !== 'signed-in') queryClient.clear();
    },
    [session],
  );

  return (
    <>
      <ActivityCenter live={live} />
      <Toaster />
    </>
  );
}
