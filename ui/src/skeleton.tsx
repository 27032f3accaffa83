import { clsx } from 'clsx';

/** Holds the place of what is still loading; screen readers hear the surrounding `Loading` status instead. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden data-skeleton className={clsx('overflow-hidden rounded-control bg-sunken', className)}>
      <div className="size-full animate-shimmer opacity-60" />
    </div>
  );
}
