import { t } from '@lingui/core/macro';
import { Skeleton } from '@luit/ui/skeleton';

/** In place of a composer whose models and prices are loading. */
export function LoadingComposer() {
  return (
    <div role="status" aria-label={t`Loading...`}>
      <Skeleton className="h-46 rounded-card" />
    </div>
  );
}
