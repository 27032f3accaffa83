import { clsx } from 'clsx';

/** Whether updates are pushed or polled. */
export function LiveBadge({ isLive }: { isLive: boolean }) {
  return (
    <span role="status" className="inline-flex items-center gap-2 text-sm font-medium text-muted">
      <span aria-hidden className={clsx('size-2.5 rounded-full', isLive ? 'bg-success' : 'bg-edge')} />
      {isLive ? 'Live' : 'Updating every 10 s'}
    </span>
  );
}
