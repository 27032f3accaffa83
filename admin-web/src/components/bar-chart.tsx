import { useState } from 'react';
import { formatDay } from '../lib/format';

interface BarChartProps {
  /** Accessible name of the chart. */
  label: string;
  bars: { date: string; value: number }[];
  format: (value: number) => string;
}

const HEIGHT = 120;

/** One bar per day. The caption shows the hovered day; screen readers get a table with every value. */
export function BarChart({ label, bars, format }: BarChartProps) {
  const [shown, setShown] = useState<number | null>(null);
  const highest = Math.max(...bars.map(({ value }) => value), 0);
  const lowest = Math.min(...bars.map(({ value }) => value), 0);
  const span = highest - lowest || 1;
  const day = shown === null ? undefined : bars[shown];
  return (
    <figure className="px-4 pt-3 pb-4">
      <figcaption className="mb-2 flex min-h-6 justify-between text-label text-muted tabular-nums">
        <span>{day ? formatDay(day.date) : `Peak ${format(highest)}`}</span>
        <span className="font-semibold text-ink">{day && format(day.value)}</span>
      </figcaption>
      <div aria-hidden className="relative" style={{ height: HEIGHT }} onPointerLeave={() => setShown(null)}>
        <div className="absolute inset-0 flex gap-px sm:gap-0.5">
          {bars.map(({ date, value }, index) => (
            <div
              key={date}
              className="relative flex-1 rounded-xs hover:bg-sunken"
              onPointerEnter={() => setShown(index)}
            >
              <div
                className={`absolute inset-x-0 ${value < 0 ? 'bg-danger' : 'bg-info'} rounded-xs`}
                style={{
                  height: `${(Math.abs(value) / span) * 100}%`,
                  bottom: `${((Math.min(value, 0) - lowest) / span) * 100}%`,
                }}
              />
            </div>
          ))}
        </div>
        <div className="absolute inset-x-0 border-t border-edge" style={{ bottom: `${(-lowest / span) * 100}%` }} />
      </div>
      <div aria-hidden className="mt-1.5 flex justify-between text-label text-muted">
        <span>{bars[0] && formatDay(bars[0].date)}</span>
        <span>{bars.at(-1) && formatDay(bars.at(-1)?.date ?? '')}</span>
      </div>
      {/* `sr-only` on the table itself would not collapse its height and would lengthen the page. */}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <tbody>
            {bars.map(({ date, value }) => (
              <tr key={date}>
                <th scope="row">{formatDay(date)}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
