import { clsx } from 'clsx';
import { useNow } from './use-now';
import { formatClock } from '../lib/format';
import { isFresh, type Refreshed } from '../lib/freshness';

interface LiveBadgeProps {
  isLive: boolean;
  /** What the page shows. */
  queries: Refreshed[];
}

/** Whether updates are pushed or polled, or since when what the page shows has not been updated. */
export function LiveBadge({ isLive, queries }: LiveBadgeProps) {
  const now = useNow();
  const problem = problemOf(queries, now);
  return (
    <span
      role="status"
      className={clsx(
        'inline-flex items-center gap-2 text-sm font-medium',
        problem ? 'text-accent-text' : 'text-muted',
      )}
    >
      <span
        aria-hidden
        className={clsx('size-2.5 rounded-full', problem ? 'bg-accent' : isLive ? 'bg-success' : 'bg-edge')}
      />
      {problem ?? (isLive ? 'Live' : 'Updating every 10 s')}
    </span>
  );
}

function problemOf(queries: Refreshed[], now: number): string | null {
  if (queries.some(({ data, isError }) => data === undefined && isError)) return 'Some data could not be loaded';
  // 0 while a list shows the rows of the previous filter until the next ones have loaded.
  const stale = queries.filter((query) => query.dataUpdatedAt > 0 && !isFresh(query, now));
  if (stale.length === 0) return null;
  const since = Math.min(...stale.map(({ dataUpdatedAt }) => dataUpdatedAt));
  return `Not updated since ${formatClock(new Date(since).toISOString())}`;
}
