import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface RadioCardProps {
  name: string;
  value: string;
  /** The radio's accessible name. */
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChoose: (value: string) => void;
  children: ReactNode;
  className?: string;
}

/** A radio option styled as a card. The native radio provides arrow keys and form semantics. */
export function RadioCard({ name, value, label, checked, disabled, onChoose, children, className }: RadioCardProps) {
  return (
    <label
      className={clsx(
        'relative block rounded-card border-2 bg-surface p-4 transition-colors duration-150 ease-standard',
        checked ? 'border-accent bg-accent-wash' : 'border-line hover:border-edge',
        disabled ? 'cursor-not-allowed opacity-60' : 'cursor-pointer',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-info',
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={() => onChoose(value)}
        className="sr-only"
      />
      <span
        aria-hidden
        className={clsx(
          'absolute top-4 right-4 grid size-5 place-items-center rounded-full border-2',
          checked ? 'border-accent-text' : 'border-edge',
        )}
      >
        {checked && <span className="size-2.5 rounded-full bg-accent-text" />}
      </span>
      {children}
    </label>
  );
}

interface RadioCardGroupProps {
  legend: string;
  error?: string;
  children: ReactNode;
  className?: string;
}

export function RadioCardGroup({ legend, error, children, className }: RadioCardGroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className={className ?? 'grid gap-3 sm:grid-cols-2'}>{children}</div>
      {error && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
