import { t } from '@lingui/core/macro';
import { toast, Toaster } from '@luit/ui/toaster';
import { useEffect, useState } from 'react';
import { ActivityCenter } from '../../features/activity/components/activity-center';
import { LiveConnection } from '../../shared/live/live-connection';
import { openSocket } from '../../shared/live/open-socket';
import { onCreditsUpdated } from '../../lib/credits-events';
import { queryClient } from '../../lib/query-client';
import { useServices } from '../../lib/services';
import { PurchaseLine } from '../../shared/payments/components/purchase-line';
import { forgetPurchase, latestPurchase } from '../../shared/payments/latest-purchase';
import { useKeepOffline } from './use-keep-offline';

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
    const purchase = latestPurchase();
    if (!purchase) return;
    toast.success(t`Payment successful! Order ID: ${{ orderId: purchase.orderId }}`, {
      ...{ id: 'purchase', duration: Infinity, description: <PurchaseLine purchase={purchase} /> },
      // It stays, also when the page reloads, until the user closes it.
      onDismiss: forgetPurchase,
    });
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
