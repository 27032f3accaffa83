import { clsx } from 'clsx';

interface ProgressProps {
  /** 0 to 100; null if the progress is unknown. */
  value: number | null;
  label: string;
  /** Whether the bar shimmers. */
  isActive?: boolean;
  className?: string;
}

export function Progress({ value, label, isActive = true, className }: ProgressProps) {
  const percent = value === null ? null : Math.min(100, Math.max(0, Math.round(value)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      aria-valuetext={percent === null ? undefined : `${percent}%`}
      className={clsx('h-2.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={clsx(
          'relative h-full overflow-hidden rounded-full transition-[width] duration-700 ease-standard',
          percent === null ? 'bg-accent/45' : 'bg-accent',
        )}
        style={{ width: `${percent ?? 100}%` }}
      >
        {isActive && percent !== 100 && <div className="absolute inset-0 animate-shimmer" />}
      </div>
    </div>
  );
}
