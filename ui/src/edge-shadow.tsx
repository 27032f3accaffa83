import { clsx } from 'clsx';

interface EdgeShadowProps {
  edge: 'left' | 'right';
  /** Nothing else says that there is more to see. */
  isOnlyCue?: boolean;
  className?: string;
}

/** Darkens the edge beyond which a sideways scrolling element hides content. Its parent is positioned. */
export function EdgeShadow({ edge, isOnlyCue, className }: EdgeShadowProps) {
  return (
    <div
      aria-hidden
      data-scroll-cue={isOnlyCue || undefined}
      className={clsx(
        'pointer-events-none absolute top-0 w-6 from-ink/20 to-transparent',
        edge === 'left' ? 'left-0 bg-linear-to-r' : 'right-0 bg-linear-to-l',
        className,
      )}
    />
  );
}
