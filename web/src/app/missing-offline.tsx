import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Says that parts of the page cannot load without a connection, because nothing of them was saved on this device. */
export function MissingOffline() {
  const cache = useQueryClient().getQueryCache();
  const isMissing = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () =>
      cache
        .getAll()
        .some(
          (query) =>
            query.getObserversCount() > 0 && query.state.data === undefined && query.state.fetchStatus === 'paused',
        ),
    () => false,
  );
  if (!isMissing) return null;
  return (
    <div className="page pt-6">
      <Alert tone="accent">
        {t`Parts of this page aren’t saved on this device. They load when you’re connected again.`}
      </Alert>
    </div>
  );
}
