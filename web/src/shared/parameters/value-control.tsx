import type { ListedValues } from '@luit/contracts/generation/catalog/listed-values';
import { Field } from '@luit/ui/field';
import { Select } from '@luit/ui/select';
import { type Name, parameterTexts } from './parameter-texts';

interface ValueControlProps<Value extends string | number> {
  name: Name;
  definition: Omit<ListedValues, 'values'> & { values?: readonly Value[] | undefined };
  value: Value;
  hint?: string | undefined;
  onChange: (value: Value) => void;
}

/** A list of the values that a model takes, or a slider over its range. */
export function ValueControl<Value extends string | number>({
  name,
  definition: { values, from, to },
  value,
  hint,
  onChange,
}: ValueControlProps<Value>) {
  const { name: label, format } = parameterTexts[name];
  const text = (each: Value) => format(each as never);
  if (values) {
    return (
      <Select
        label={label}
        hint={hint}
        value={String(value)}
        onChange={({ target }) => onChange(values.find((each) => String(each) === target.value) ?? value)}
      >
        {values.map((each) => (
          <option key={each} value={String(each)}>
            {text(each)}
          </option>
        ))}
      </Select>
    );
  }
  return (
    <Field
      label={
        <span className="flex justify-between gap-4">
          <span>{label}</span> <span className="tabular-nums">{text(value)}</span>
        </span>
      }
      hint={hint}
    >
      {(control) => (
        <input
          {...control}
          type="range"
          min={from}
          max={to}
          value={value}
          aria-valuetext={text(value)}
          className="min-h-11 w-full accent-accent"
          onChange={({ target }) => onChange(Number(target.value) as Value)}
        />
      )}
    </Field>
  );
}
