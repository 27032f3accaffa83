import { t } from '@lingui/core/macro';
import type { WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { Button } from '@luit/ui/button';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { connectivity } from '../../../lib/connectivity';
import { useServices } from '../../../lib/services';
import { deliveriesQuery } from '../api/webhooks';
import { DeliveryRow } from './delivery-row';
import { ReplayDialog } from './replay-dialog';

/** The deliveries to an endpoint, newest first. */
export function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { api } = useServices();
  const [isReplaying, setIsReplaying] = useState(false);
  const { data, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(api, endpoint.id),
  );
  const rows = data?.pages.flatMap(({ deliveries }) => deliveries);
  if (!rows && isError) {
    return (
      <ErrorState title={t`We couldn’t load the deliveries`} onRetry={connectivity.unlessOffline(() => void refetch())}>
        {error.message}
      </ErrorState>
    );
  }
  if (!rows) {
    return (
      <div role="status" aria-label={t`Loading deliveries`} className="mt-3 grid gap-3">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    );
  }
  if (rows.length === 0) return <p className="mt-3 text-sm text-muted">{t`There are no deliveries.`}</p>;
  return (
    <div className="mt-3">
      {!endpoint.off && (
        <Button
          size="sm"
          tone="secondary"
          className="mb-3"
          aria-label={t`Send several again: ${{ url: endpoint.url }}`}
          onClick={() => setIsReplaying(true)}
        >
          {t`Send several again`}
        </Button>
      )}
      {isReplaying && <ReplayDialog endpoint={endpoint} onClose={() => setIsReplaying(false)} />}
      <ul
        aria-label={t`Deliveries to ${{ url: endpoint.url }}`}
        className="divide-y divide-line rounded-control border border-line"
      >
        {rows.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} endpoint={endpoint} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          size="sm"
          tone="secondary"
          className="mt-3"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t`Show older deliveries`}
        </Button>
      )}
    </div>
  );
}
