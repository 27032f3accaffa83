import { clsx } from 'clsx';

const RADIUS = 9;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** A compact progress indicator, hidden from screen readers because adjacent text states the progress. @param value 0 to 100 */
export function ProgressRing({ value, className }: { value: number; className?: string }) {
  const fraction = Math.min(100, Math.max(0, value)) / 100;
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden className={clsx('-rotate-90', className ?? 'size-6')}>
      <circle cx="12" cy="12" r={RADIUS} stroke="currentColor" strokeWidth="3.5" opacity="0.18" />
      <circle
        cx="12"
        cy="12"
        r={RADIUS}
        stroke="var(--color-accent)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeDasharray={CIRCUMFERENCE}
        strokeDashoffset={CIRCUMFERENCE * (1 - fraction)}
        className="transition-[stroke-dashoffset] duration-700 ease-standard"
      />
    </svg>
  );
}
