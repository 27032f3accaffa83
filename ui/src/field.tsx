import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';

export interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  className?: string;
  /** Renders the control with the id and aria attributes that associate it with its label, hint and error. */
  children: (control: ControlProps) => ReactNode;
}

/** Shared by all text controls. */
export const CONTROL_CLASS = clsx(
  'block w-full rounded-control border border-edge bg-surface px-3.5 text-base text-ink placeholder:text-muted',
  'transition-colors duration-150 hover:border-ink',
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-60',
);

export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={errorId} role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
      {hint && (
        <div id={hintId} className="text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  );
}
