/**
 * Spreadsheets interpret cells that start with these characters as formulas, even after white space or invisible characters. The
 * compatibility form also covers wide and small signs, such as `＝` and `﹢`.
 */
const FORMULA = /^[=+\-@\u2212]/;
const IGNORED_START = /^[\s\p{Cc}\p{Cf}]*/u;

function isFormula(text: string): boolean {
  const [ignored = ''] = IGNORED_START.exec(text) ?? [];
  return /[\t\r\n]/.test(ignored) || FORMULA.test(text.charAt(ignored.length).normalize('NFKC'));
}

/** Escapes a CSV cell: prefixes formulas with an apostrophe and doubles quotes. Numbers are written as they are. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = isFormula(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The byte-order mark, without which Excel does not read a file as UTF-8, and the line of column names. */
export const csvHead = (columns: string[]): string => `\uFEFF${csvLine(columns)}`;

/** One line as defined by RFC 4180. */
export function csvLine(values: (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** The zone of all times in CSV files, as on the operators' pages. */
const TIME = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Kolkata' });
const DAY = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Asia/Kolkata' });

/** The name of a column with times. */
export const inIst = (column: string): string => `${column} (IST)`;

/** `2026-11-23 14:05:33` in IST, which spreadsheets read as a time. */
export function csvTime(iso: string | null): string | null {
  return iso && TIME.format(new Date(iso));
}

/** `2026-11-01-2026-11-23`, for the name of a file: the first and the last day of a period, in IST. */
export function daysOf({ from, to }: { from: string; to: string }): string {
  return `${DAY.format(new Date(from))}-${DAY.format(Date.parse(to) - 1)}`;
}
