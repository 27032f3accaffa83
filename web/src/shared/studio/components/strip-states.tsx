import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { Skeleton } from '@luit/ui/skeleton';

/** Placeholders of cards while a strip of requests loads. */
export function LoadingStrip({ cards }: { cards: number }) {
  return (
    <div role="status" aria-label={t`Loading...`} className="flex gap-3 overflow-hidden">
      {Array.from({ length: cards }, (_, card) => (
        <Skeleton key={card} className="aspect-video h-18 shrink-0 rounded-control max-sm:h-14" />
      ))}
    </div>
  );
}

interface FailedStripProps {
  message: string;
  reload: string;
  onReload: () => void;
}

/** Why a strip of requests is missing, with a button that loads it again. */
export function FailedStrip({ message, reload, onReload }: FailedStripProps) {
  return (
    <div className="flex min-h-14 flex-wrap content-center items-center gap-3 text-sm text-muted">
      <p>{message}</p>
      <Button size="sm" tone="secondary" onClick={onReload}>
        {reload}
      </Button>
    </div>
  );
}
