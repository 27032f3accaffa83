/** A calendar quarter in India's time zone, such as 2026-Q4. */
export const QUARTER_PATTERN = /^(20\d{2})-Q([1-4])$/;
export const INVALID_QUARTER = 'A quarter is written as in 2026-Q4';

const MONTHS = 3;

/** The first day of a quarter, for example 2026-10-01. @throws Error if it is not a quarter */
export function firstDayOf(quarter: string): string {
  const [, year, number] = QUARTER_PATTERN.exec(quarter) ?? [];
  if (year === undefined || number === undefined) throw new Error(`${quarter} is not a quarter`);
  const month = (Number(number) - 1) * MONTHS + 1;
  return `${year}-${String(month).padStart(2, '0')}-01`;
}

/** @param day such as 2026-11-27 */
export function quarterOf(day: string): string {
  const [year, month] = day.split('-');
  return `${year}-Q${Math.ceil(Number(month) / MONTHS)}`;
}

/** @param quarters how many to go back, or forward if it is negative */
export function quarterBefore(quarter: string, quarters = 1): string {
  const first = new Date(firstDayOf(quarter));
  first.setUTCMonth(first.getUTCMonth() - quarters * MONTHS);
  return quarterOf(first.toISOString().slice(0, 10));
}
