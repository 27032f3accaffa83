import { clsx } from 'clsx';
import { libraryCopy } from '../copy';

interface FilterGroupProps<Value extends string> {
  legend: string;
  options: Readonly<Record<Value | 'all', string>>;
  value: Value | 'all';
  onChange: (value: Value | 'all') => void;
}

function FilterGroup<Value extends string>({ legend, options, value, onChange }: FilterGroupProps<Value>) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex gap-1.5 overflow-x-auto pb-1">
        {(Object.entries(options) as [Value | 'all', string][]).map(([option, label]) => (
          <label
            key={option}
            className={clsx(
              'relative cursor-pointer rounded-full border px-4 py-2 text-sm font-semibold whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
              option === value ? 'border-ink bg-ink text-canvas' : 'border-edge text-muted hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={legend}
              className="sr-only"
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface LibraryFiltersProps {
  type: keyof typeof libraryCopy.types;
  status: keyof typeof libraryCopy.statuses;
  onChange: (name: 'type' | 'status', value: string) => void;
}

export function LibraryFilters({ type, status, onChange }: LibraryFiltersProps) {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      <FilterGroup
        legend={libraryCopy.typeLabel}
        options={libraryCopy.types}
        value={type}
        onChange={(value) => onChange('type', value)}
      />
      <FilterGroup
        legend={libraryCopy.statusLabel}
        options={libraryCopy.statuses}
        value={status}
        onChange={(value) => onChange('status', value)}
      />
    </div>
  );
}
