import { CONTROL_CLASS } from '@luit/ui/field';
import { clsx } from 'clsx';
import { useId } from 'react';

interface DayFieldProps {
  label: string;
  /** For example 2026-11-21. */
  value: string;
  onChange: (day: string) => void;
}

/** A day, with its label in the same line. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={clsx(CONTROL_CLASS, 'min-h-9 w-auto! text-sm tabular-nums')}
      />
    </div>
  );
}
