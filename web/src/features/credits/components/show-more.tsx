import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { connectivity } from '../../../lib/connectivity';
import { formatNumber } from '../../../lib/format';
import type { TransactionPage } from '../../../shared/credits/api/get-transactions';

interface ShowMoreProps {
  history: UseInfiniteQueryResult<InfiniteData<TransactionPage>>;
  /** Number of rows shown. */
  shown: number;
}

export function ShowMore({ history, shown }: ShowMoreProps) {
  const total = history.data?.pages.at(-1)?.total ?? 0;
  if (!history.hasNextPage) return null;
  return (
    <div className="grid justify-items-center gap-3 border-t border-line px-6 py-5">
      {history.isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger">
          {t`We couldn’t load older transactions. Please try again.`}
        </p>
      )}
      <p className="text-sm text-muted tabular-nums">{t`${{ rows: formatNumber(shown) }} of ${{ total: formatNumber(total) }}`}</p>
      <Button
        tone="secondary"
        busy={history.isFetchingNextPage}
        onClick={connectivity.unlessOffline(() => void history.fetchNextPage())}
      >
        {t`Show more`}
      </Button>
    </div>
  );
}
