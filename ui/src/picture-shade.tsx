import { clsx } from 'clsx';

/** Darkens the left side of a picture, for contrast with the text on it. */
export function PictureShade({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={clsx(
        'absolute inset-0 -z-10 bg-linear-to-r from-[#041419]/90 via-[#041419]/45 to-transparent',
        className,
      )}
    />
  );
}
