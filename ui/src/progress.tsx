import { clsx } from 'clsx';

interface ProgressProps {
  /** 0 to 100. */
  value: number;
  label: string;
  /** A sheen runs over the bar while work goes on. */
  isActive?: boolean;
  className?: string;
}

export function Progress({ value, label, isActive = true, className }: ProgressProps) {
  const percent = Math.min(100, Math.max(0, Math.round(value)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`${percent}%`}
      className={clsx('h-2.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className="relative h-full overflow-hidden rounded-full bg-muga transition-[width] duration-700 ease-current"
        style={{ width: `${percent}%` }}
      >
        {isActive && percent < 100 && <div className="absolute inset-0 animate-sheen" />}
      </div>
    </div>
  );
}
