import { Checkbox } from '@luit/ui/checkbox';
import { CONTROL_CLASS, Field } from '@luit/ui/field';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { Textarea } from '@luit/ui/textarea';
import { clsx } from 'clsx';
import { useState, type ReactNode } from 'react';
import { useEntryValue } from './entry-form';
import { listOf } from './entry-paths';

interface FieldOf {
  path: string;
  label: string;
  hint?: ReactNode;
  className?: string;
}

const asText = (value: unknown) => (value === undefined || value === null ? '' : String(value as string | number));

/** A text. An empty one removes the field. @param list the id of suggestions */
export function TextField({ path, isLong = false, list, ...field }: FieldOf & { isLong?: boolean; list?: string }) {
  const { value, error, isReadOnly, change } = useEntryValue(path);
  const props = { ...field, error, readOnly: isReadOnly, value: asText(value) };
  const set = (text: string) => change(text === '' ? undefined : text);
  return isLong ? (
    <Textarea
      {...props}
      className={clsx('[&_textarea]:min-h-20', field.className)}
      onChange={(event) => set(event.target.value)}
    />
  ) : (
    <Input {...props} list={list} spellCheck={false} onChange={(event) => set(event.target.value)} />
  );
}

interface NumberOf extends FieldOf {
  /** What the entry stores for 1 in this field: 1,000 if it stores thousandths. */
  unit?: number;
  /** Shown after the number. */
  suffix?: string;
}

/** A number. Text that is none is stored as it is, so that the checks of the entry name it. */
export function NumberField({ path, unit = 1, suffix, label, hint, className }: NumberOf) {
  const { value, error, isReadOnly, change } = useEntryValue(path);
  // What was typed, for example `3.`, for as long as it means the stored value.
  const [typed, setTyped] = useState('');
  const parse = (text: string): unknown => {
    if (text.trim() === '') return undefined;
    const number = Number(text);
    return Number.isFinite(number) ? Math.round(number * unit * 1e6) / 1e6 : text;
  };
  const shown = Object.is(parse(typed), value)
    ? typed
    : typeof value === 'number'
      ? String(value / unit)
      : asText(value);
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <span className="relative block">
          <input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            readOnly={isReadOnly}
            value={shown}
            onChange={(event) => {
              setTyped(event.target.value);
              change(parse(event.target.value));
            }}
            className={clsx(CONTROL_CLASS, 'min-h-11 tabular-nums', suffix && 'pr-16')}
          />
          {suffix && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center text-sm text-muted"
            >
              {suffix}
            </span>
          )}
        </span>
      )}
    </Field>
  );
}

interface ChoiceOf extends FieldOf {
  options: { value: string; label: string }[];
  /** The label of no value; without it, a value is required. */
  none?: string;
}

export function ChoiceField({ path, options, none, ...field }: ChoiceOf) {
  const { value, error, isReadOnly, change } = useEntryValue(path);
  const shown = asText(value);
  const isKnown = options.some((option) => option.value === shown);
  return (
    <Select
      {...field}
      error={error}
      disabled={isReadOnly}
      value={shown}
      onChange={(event) => change(event.target.value === '' ? undefined : event.target.value)}
    >
      {(none !== undefined || shown === '') && <option value="">{none ?? 'Choose …'}</option>}
      {shown !== '' && !isKnown && <option value={shown}>{shown}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

export function SwitchField({ path, label, hint }: Omit<FieldOf, 'className'>) {
  const { value, error, isReadOnly, change } = useEntryValue(path);
  return (
    <div>
      <Checkbox
        label={label}
        hint={hint}
        disabled={isReadOnly}
        checked={value === true}
        onChange={(event) => change(event.target.checked)}
      />
      <Problem text={error} />
    </div>
  );
}

/** Some of a few texts, in their order. */
export function ChosenField({ path, label, options }: Omit<FieldOf, 'hint'> & { options: readonly string[] }) {
  const { value, error, isReadOnly, change } = useEntryValue(path);
  const chosen = listOf(value);
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{label}</legend>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option}
            className="flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-edge px-3 text-sm tabular-nums has-checked:border-ink has-checked:bg-sunken has-checked:font-semibold has-disabled:cursor-not-allowed"
          >
            <input
              type="checkbox"
              className="size-4 accent-accent"
              disabled={isReadOnly}
              checked={chosen.includes(option)}
              onChange={({ target: { checked } }) =>
                change(options.filter((each) => (each === option ? checked : chosen.includes(each))))
              }
            />
            {option}
          </label>
        ))}
      </div>
      <Problem text={error} />
    </fieldset>
  );
}

/** Whole numbers, separated by commas. */
export function NumbersField({ path, ...field }: FieldOf) {
  const { value, error, isReadOnly, change } = useEntryValue(path);
  const [typed, setTyped] = useState('');
  const parse = (text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => (Number.isFinite(Number(part)) ? Number(part) : part));
  const stored = listOf(value);
  const shown = JSON.stringify(parse(typed)) === JSON.stringify(stored) ? typed : stored.join(', ');
  return (
    <Input
      {...field}
      error={error}
      readOnly={isReadOnly}
      inputMode="numeric"
      value={shown}
      onChange={(event) => {
        setTyped(event.target.value);
        change(parse(event.target.value));
      }}
    />
  );
}

/** A fault beside a control that shows none itself. */
export function Problem({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
      {text}
    </p>
  );
}
