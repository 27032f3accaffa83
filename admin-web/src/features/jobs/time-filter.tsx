import { CONTROL_CLASS } from '@luit/ui/field';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { TableState } from '../../components/use-table-state';
import { fromLocalTime, TIME_ZONE_NAME, toLocalTime } from '../../lib/format';

export const PERIODS = [
  { value: '15m', label: 'Last 15 minutes' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
];
const RANGE = 'range';

/** Names of the filters that `TimeFilter` sets. */
export const TIME_FILTERS = ['within', 'from', 'to'] as const;

/** Filters a list by a period until now, or by a range of times in IST. */
export function TimeFilter({ state }: { state: TableState }) {
  const id = useId();
  const [from, to] = [state.filter('from'), state.filter('to')];
  const [isRangeOpen, setRangeOpen] = useState(false);
  const isRange = isRangeOpen || Boolean(from || to);

  const choose = (value: string) => {
    setRangeOpen(value === RANGE);
    state.setAll({ within: value === RANGE ? '' : value, from: '', to: '' });
  };

  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        Created
      </label>
      <div className="relative">
        <select
          id={id}
          value={isRange ? RANGE : state.filter('within')}
          onChange={(event) => choose(event.target.value)}
          className={clsx(CONTROL_CLASS, 'min-h-9 appearance-none pr-8 text-sm')}
        >
          <option value="">Any time</option>
          {PERIODS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value={RANGE}>Between…</option>
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
        />
      </div>
      {isRange && (
        <>
          <TimeInput label="Created from" value={from} onChange={(time) => state.setAll({ from: time, within: '' })} />
          <TimeInput label="Created before" value={to} onChange={(time) => state.setAll({ to: time, within: '' })} />
          <span className="text-label text-muted">{TIME_ZONE_NAME}</span>
        </>
      )}
    </div>
  );
}

interface TimeInputProps {
  label: string;
  /** ISO 8601, or empty. */
  value: string;
  onChange: (value: string) => void;
}

function TimeInput({ label, value, onChange }: TimeInputProps) {
  return (
    <input
      type="datetime-local"
      aria-label={`${label} (${TIME_ZONE_NAME})`}
      value={value && toLocalTime(value)}
      onChange={(event) => onChange(event.target.value && fromLocalTime(event.target.value))}
      className={clsx(CONTROL_CLASS, 'min-h-9 w-auto text-sm')}
    />
  );
}
