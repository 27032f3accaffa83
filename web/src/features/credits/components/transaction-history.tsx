import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { EmptyState } from '@luit/ui/empty-state';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ReceiptText, RotateCw } from 'lucide-react';
import { connectivity } from '../../../lib/connectivity';
import { formatDateTime } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { rowsOf, transactionsQuery } from '../../../shared/credits/api/get-transactions';
import { ShowMore } from './show-more';
import { TransactionList } from './transaction-list';

/** Transactions, 50 at a time. If a refresh fails, the last data stays visible with its time. */
export function TransactionHistory() {
  const { api } = useServices();
  const queryClient = useQueryClient();
  const history = useInfiniteQuery(transactionsQuery(api));
  const { data, isError, isRefetchError, isFetching, isFetchingNextPage, dataUpdatedAt, error } = history;
  const rows = data && rowsOf(data.pages);
  const refresh = connectivity.unlessOffline(() => void queryClient.invalidateQueries({ queryKey: ['credits'] }));
  return (
    <Card as="section" aria-labelledby="history" className="overflow-hidden">
      <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-4 sm:px-6">
        <h2 id="history" className="text-title heading">
          {t`Transaction history`}
        </h2>
        <Button
          tone="secondary"
          size="sm"
          busy={isFetching && !isFetchingNextPage}
          icon={<RotateCw className="size-4" aria-hidden />}
          onClick={refresh}
        >
          {t`Refresh`}
        </Button>
      </div>
      {isRefetchError && (
        <Alert tone="danger" className="m-4" action={<RetryButton onRetry={refresh} />}>
          {t`Could not refresh, showing data from ${{ time: formatDateTime(new Date(dataUpdatedAt).toISOString()) }}`}
        </Alert>
      )}
      {rows && rows.length > 0 && <TransactionList transactions={rows} />}
      <ShowMore history={history} shown={rows?.length ?? 0} />
      {rows?.length === 0 && (
        <EmptyState icon={<ReceiptText className="size-6" />} title={t`No transactions yet`}>
          {t`Your purchases, videos and refunds will appear here.`}
        </EmptyState>
      )}
      {!data && isError && (
        <ErrorState title={t`We couldn’t load your transactions`} onRetry={refresh}>
          {error.message}
        </ErrorState>
      )}
      {!data && !isError && (
        <div role="status" aria-label={t`Loading transactions...`} className="grid gap-5 p-6">
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} className="h-11" />
          ))}
        </div>
      )}
    </Card>
  );
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <button type="button" onClick={onRetry} className="font-semibold underline underline-offset-4">
      {t`Retry`}
    </button>
  );
}
