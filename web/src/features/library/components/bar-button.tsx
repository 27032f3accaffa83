import { Spinner } from '@luit/ui/spinner';
import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';

/** The look of an action of the bar, for links too: as wide as its share of a phone. */
export const BAR_ITEM =
  'inline-flex min-h-11 min-w-0 cursor-pointer items-center justify-center gap-x-2 gap-y-0.5 rounded-control px-2 text-sm font-semibold hover:bg-sunken disabled:cursor-not-allowed disabled:opacity-50 max-sm:flex-1 max-sm:flex-col max-sm:px-0.5 max-sm:text-label sm:px-3';

interface BarButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  Icon: LucideIcon;
  busy?: boolean;
}

/** An action of the bar for selected requests. */
export function BarButton({ label, Icon, busy = false, className, disabled, ...rest }: BarButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={clsx(BAR_ITEM, className)}
    >
      {busy ? <Spinner className="size-4" /> : <Icon className="size-4" aria-hidden />}
      <span className="max-w-full wrap-break-word">{label}</span>
    </button>
  );
}
