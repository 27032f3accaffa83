import { formatNumber } from './format';

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** Formats bytes in decimal units, as file managers do: 14.2 MB. */
export function formatSize(bytes: number): string {
  let value = bytes / 1_000;
  let unit = 0;
  // 999.95 would be shown as 1,000.
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const shown = value >= 100 || unit === 0 ? Math.ceil(value) : Number(value.toFixed(1));
  return `${formatNumber(shown)} ${UNITS[unit]}`;
}
