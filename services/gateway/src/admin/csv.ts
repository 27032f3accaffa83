/** Spreadsheets interpret cells that start with these characters as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

/** Escapes a CSV cell: prefixes formulas with an apostrophe and doubles quotes. Numbers are written as they are. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line as defined by RFC 4180. */
export function csvLine(values: (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
