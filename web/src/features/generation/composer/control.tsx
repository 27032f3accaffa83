import { Popover } from '@luit/ui/popover';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';

/** The look of everything in the row of controls. */
export const CONTROL_CLASS = clsx(
  'relative inline-flex h-10 shrink-0 cursor-pointer items-center gap-1.5 rounded-control border border-line bg-surface px-3 text-sm font-semibold',
  'whitespace-nowrap transition-colors hover:border-edge hover:bg-sunken data-popup-open:border-ink data-popup-open:bg-sunken',
);

interface ControlProps {
  name: string;
  /** What is chosen, in words. */
  value: string;
  /** Shown in place of the value. */
  shown?: ReactNode;
  /** Opens it from outside. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: (close: () => void) => ReactNode;
}

/** A button of the composer that says what is chosen, and opens the choices above it. */
export function Control({ name, value, shown, isOpen, onOpenChange, children }: ControlProps) {
  const [isOpenHere, setOpenHere] = useState(false);
  const setOpen = onOpenChange ?? setOpenHere;
  return (
    <Popover
      side="top"
      isOpen={isOpen ?? isOpenHere}
      onOpenChange={setOpen}
      label={`${name}: ${value}`}
      title={name}
      triggerClassName={CONTROL_CLASS}
      trigger={
        <>
          <span className="inline-flex max-w-44 items-center gap-1.5">
            {shown ?? <span className="truncate">{value}</span>}
          </span>
          <ChevronDown className="size-4 text-muted" aria-hidden />
        </>
      }
    >
      <div className="p-4">{children(() => setOpen(false))}</div>
    </Popover>
  );
}

interface OptionGroupProps {
  legend: string;
  error?: string;
  className?: string;
  children: ReactNode;
}

/** Radios whose name the popover shows already. */
export function OptionGroup({ legend, error, className, children }: OptionGroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className={className}>{children}</div>
      {error && (
        <p role="alert" className="mt-3 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface OptionProps {
  /** Of its group. */
  name: string;
  value: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
  /** Called after a choice by pointer; arrow keys go on to the next option. */
  onPicked?: () => void;
  title?: string;
  className?: string;
  children: ReactNode;
}

/** A radio that looks like a tile. */
export function Option({ name, value, label, isChosen, onChoose, onPicked, title, className, children }: OptionProps) {
  const isPointer = useRef(false);
  return (
    <label
      title={title}
      onPointerDown={() => (isPointer.current = true)}
      className={clsx(
        'relative block cursor-pointer rounded-control border-2 transition-colors',
        isChosen ? 'border-accent bg-accent-wash' : 'border-line hover:border-edge',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-info',
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        aria-label={label}
        checked={isChosen}
        onChange={onChoose}
        onClick={() => {
          if (isPointer.current) onPicked?.();
          isPointer.current = false;
        }}
        className="sr-only"
      />
      {children}
    </label>
  );
}
