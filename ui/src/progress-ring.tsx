import { clsx } from 'clsx';

const RADIUS = 9;
const LENGTH = 2 * Math.PI * RADIUS;

/** Progress where there is no room for a bar. Silent for screen readers: the text beside it tells. @param value 0 to 100 */
export function ProgressRing({ value, className }: { value: number; className?: string }) {
  const share = Math.min(100, Math.max(0, value)) / 100;
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
        strokeDasharray={LENGTH}
        strokeDashoffset={LENGTH * (1 - share)}
        className="transition-[stroke-dashoffset] duration-700 ease-standard"
      />
    </svg>
  );
}
