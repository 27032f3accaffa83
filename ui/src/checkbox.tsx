import { useId, type InputHTMLAttributes, type ReactNode } from 'react';

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: string;
  hint?: ReactNode;
}

/** A native checkbox. The label and hint are part of the click target. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const id = useId();
  const [labelId, hintId] = [`${id}-label`, `${id}-hint`];
  return (
    <label className={className ?? 'flex items-start gap-3'}>
      <input
        {...rest}
        type="checkbox"
        className="mt-1 size-5 shrink-0 accent-accent"
        // The label element also contains the hint, which would then be read twice.
        aria-labelledby={labelId}
        aria-describedby={hint ? hintId : undefined}
      />
      <span className="grid">
        <span id={labelId} className="font-semibold">
          {label}
        </span>
        {hint && (
          <span id={hintId} className="text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
