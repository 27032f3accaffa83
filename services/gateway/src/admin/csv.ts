/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A cell that stays a text in every spreadsheet: formulas get an apostrophe, quotes are doubled. Numbers stay numbers. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of RFC 4180. */
export function csvLine(values: (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
