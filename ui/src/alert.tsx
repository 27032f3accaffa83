import { clsx } from 'clsx';
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { uiTexts } from './texts';

export type AlertTone = 'info' | 'success' | 'danger' | 'accent';

const TONES: Record<AlertTone, string> = {
  info: 'bg-info-wash text-info',
  success: 'bg-success-wash text-success',
  danger: 'bg-danger-wash text-danger',
  accent: 'bg-accent-wash text-accent-text',
};

const ICONS = { info: Info, success: CircleCheck, danger: TriangleAlert, accent: Info };

interface AlertProps {
  tone?: AlertTone;
  children: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
  className?: string;
}

/** An inline message. Screen readers announce `danger` immediately and the other tones politely. */
export function Alert({ tone = 'info', children, action, onDismiss, className }: AlertProps) {
  const Icon = ICONS[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={clsx('flex items-start gap-3 rounded-control px-4 py-3 text-sm font-medium', TONES[tone], className)}
    >
      <Icon className="mt-0.5 size-4.5 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
      {onDismiss && (
        <button type="button" aria-label={uiTexts.dismiss} onClick={onDismiss} className="-m-1 rounded p-1">
          <X className="size-4" aria-hidden />
        </button>
      )}
    </div>
  );
}
