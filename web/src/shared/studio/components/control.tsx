import { EdgeShadow } from '@luit/ui/edge-shadow';
import { Popover } from '@luit/ui/popover';
import { useOverflow } from '@luit/ui/use-overflow';
import { clsx } from 'clsx';
import { ChevronDown, type LucideIcon } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';

/** One row of controls. It scrolls sideways where it does not fit. */
export function ControlRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  const { before, after } = useOverflow(row);
  return (
    <div className="relative min-w-0 flex-1">
      <div ref={row} className="-m-1 overflow-x-auto p-1 [scrollbar-width:none]">
        <div className="flex w-max gap-2">{children}</div>
      </div>
      {before && <EdgeShadow edge="left" className="bottom-0" />}
      {after && <EdgeShadow edge="right" isOnlyCue className="bottom-0" />}
    </div>
  );
}

const CONTROL_CLASS = clsx(
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

interface ToggleProps {
  name: string;
  /** Shown while it is on and while it is off. */
  icons: { on: LucideIcon; off: LucideIcon };
  isOn: boolean;
  isDisabled?: boolean;
  /** The id of what says why it is disabled. */
  describedBy?: string;
  onChange: (isOn: boolean) => void;
}

/** A control that is on or off. */
export function Toggle({ name, icons, isOn, isDisabled = false, describedBy, onChange }: ToggleProps) {
  const Icon = isOn ? icons.on : icons.off;
  return (
    <label
      className={clsx(
        CONTROL_CLASS,
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-info',
        'has-disabled:pointer-events-none has-disabled:opacity-60',
        isOn ? 'text-ink' : 'text-muted line-through',
      )}
    >
      <input
        type="checkbox"
        className="sr-only"
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange(target.checked)}
      />
      <Icon className="size-4" aria-hidden />
      {name}
    </label>
  );
}

export interface ListOption<Value> {
  value: Value;
  /** Names it in its control. */
  text: string;
  /** Everything about it; its text unless given. */
  label?: string;
  title?: string;
  content: ReactNode;
}

interface ListControlProps<Value> extends Pick<ControlProps, 'name' | 'shown'> {
  /** The name of its radios. */
  group: string;
  options: ListOption<Value>[];
  value: Value;
  /** What is chosen, in words, if it is not among the options. */
  valueText?: string;
  onChoose: (value: Value) => void;
  className?: string;
  optionClassName?: string;
  /** Below the options. */
  footer?: ReactNode;
}

/** A control that is one of several options. */
export function ListControl<Value extends string | number | undefined>(props: ListControlProps<Value>) {
  const { name, shown, group, options, value, valueText = '', onChoose, className, optionClassName, footer } = props;
  return (
    <Control name={name} value={options.find((each) => each.value === value)?.text ?? valueText} shown={shown}>
      {(close) => (
        <>
          <OptionGroup legend={name} className={clsx('grid gap-2', className)}>
            {options.map(({ value: each, text, label = text, title, content }) => (
              <Option
                key={each ?? ''}
                name={group}
                value={String(each ?? '')}
                label={label}
                title={title}
                isChosen={each === value}
                onChoose={() => onChoose(each)}
                onPicked={close}
                className={optionClassName}
              >
                {content}
              </Option>
            ))}
          </OptionGroup>
          {footer}
        </>
      )}
    </Control>
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
