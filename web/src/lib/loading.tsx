import { t } from '@lingui/core/macro';
import { Spinner } from '@luit/ui/spinner';

/** Fills the main area while a page or the session loads. */
export function Loading() {
  return (
    <div role="status" className="flex min-h-[calc(100dvh-4.5rem)] flex-1 items-center justify-center gap-3 text-muted">
      <Spinner />
      <h1 data-loading className="text-base font-medium">{t`Loading...`}</h1>
    </div>
  );
}
