import { CONTROL_CLASS } from '@luit/ui/field';
import { clsx } from 'clsx';
import { endOfDay, startOfDay, TIME_ZONE_NAME, toLocalTime } from '../lib/format';
import type { TableState } from './use-table-state';

/** Filters a list by a first and a last day in IST, in `from` and `to`. */
export function PeriodFilter({ state, label }: { state: TableState; label: string }) {
  const [from, to] = [state.filter('from'), state.filter('to')];
  const dayBefore = (time: string) => time && toLocalTime(new Date(Date.parse(time) - 1).toISOString()).slice(0, 10);
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <span aria-hidden className="font-medium">
        {label}
      </span>
      <DayInput
        label={`${label} from`}
        value={from && toLocalTime(from).slice(0, 10)}
        onChange={(day) => state.set('from', day && startOfDay(day))}
      />
      <span aria-hidden>to</span>
      <DayInput
        label={`${label} until`}
        value={dayBefore(to)}
        onChange={(day) => state.set('to', day && endOfDay(day))}
      />
      <span>{TIME_ZONE_NAME}</span>
    </div>
  );
}

interface DayInputProps {
  label: string;
  /** A day, for example 2026-11-23; empty for no limit. */
  value: string;
  onChange: (day: string) => void;
}

function DayInput({ label, value, onChange }: DayInputProps) {
  return (
    <input
      type="date"
      aria-label={`${label} (${TIME_ZONE_NAME})`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={clsx(CONTROL_CLASS, 'min-h-9 w-auto! text-sm tabular-nums')}
    />
  );
}
