import { t } from '@lingui/core/macro';
import { Skeleton } from '@luit/ui/skeleton';

/** In place of a form whose models and prices are loading. */
export function LoadingForm() {
  return (
    <div role="status" aria-label={t`Loading...`} className="grid gap-4">
      <Skeleton className="h-160 rounded-card" />
      <Skeleton className="h-36 rounded-card" />
    </div>
  );
}
