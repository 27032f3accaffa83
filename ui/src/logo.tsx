import { clsx } from 'clsx';

/** Three braided channels of a river; the middle one is in the accent color. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 28" fill="none" aria-hidden="true" className={clsx(className ?? 'h-7 w-10')}>
      <g strokeWidth="3.6" strokeLinecap="round">
        <path d="M3 6c8 0 10 8 17 8s9-8 17-8" stroke="currentColor" />
        <path d="M3 22c8 0 10-8 17-8s9 8 17 8" stroke="currentColor" opacity="0.55" />
        <path d="M3 14h9c4 0 5 0 8 0s4 0 8 0h9" stroke="var(--color-accent)" />
      </g>
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2.5', className)}>
      <LogoMark className="h-7 w-10 translate-y-0.5" />
      <span className="text-[1.6rem] leading-none font-[650] tracking-tight [font-stretch:118%]">Luit</span>
    </span>
  );
}
