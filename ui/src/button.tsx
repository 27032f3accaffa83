import { clsx } from 'clsx';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Spinner } from './spinner';

export type ButtonTone = 'primary' | 'accent' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'md' | 'lg' | 'sm';

const TONES: Record<ButtonTone, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  accent: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-edge bg-surface text-ink hover:border-ink hover:bg-sunken',
  ghost: 'text-ink hover:bg-sunken',
  danger: 'border border-danger text-danger hover:bg-danger-wash',
};

const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-9 gap-1.5 px-3 text-sm',
  md: 'min-h-11 gap-2 px-5 text-base',
  lg: 'min-h-13 gap-2.5 px-7 text-lg',
};

/** The classes of a button, for links that look like one. */
export function buttonClass(tone: ButtonTone = 'primary', size: ButtonSize = 'md', className?: string): string {
  return clsx(
    'inline-flex items-center justify-center rounded-control text-center font-semibold whitespace-nowrap select-none',
    // A translation, or text that the user enlarged, may be wider than a narrow screen.
    'max-sm:whitespace-normal [&:not(:lang(en))]:whitespace-normal',
    'transition-[background-color,border-color,color,transform] duration-150 ease-standard active:translate-y-px',
    'disabled:cursor-not-allowed disabled:opacity-50 disabled:active:translate-y-0',
    TONES[tone],
    SIZES[size],
    className,
  );
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Replaces the icon with a spinner and disables the button. The label stays, so the accessible name does not change. */
  busy?: boolean;
}

export function Button({ tone, size, icon, busy = false, className, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass(tone, size, className)}
    >
      {busy ? <Spinner className="size-4" /> : icon}
      <span className="contents">{children}</span>
    </button>
  );
}
