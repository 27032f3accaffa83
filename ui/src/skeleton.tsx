import { clsx } from 'clsx';

/** A loading placeholder, hidden from screen readers because the surrounding `status` announces the loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden data-skeleton className={clsx('overflow-hidden rounded-control bg-sunken', className)}>
      <div className="size-full animate-shimmer opacity-60" />
    </div>
  );
}
