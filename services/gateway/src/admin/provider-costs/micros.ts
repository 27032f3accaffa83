const DECIMALS = 6;

/** Millionths of a decimal number, exactly: `0.18` is 180,000. `NaN` unless the text is a number with at most six decimals. */
export function toMicros(decimal: string): number {
  if (!/^\d+(\.\d{1,6})?$/.test(decimal)) return Number.NaN;
  const [whole = '', fraction = ''] = decimal.split('.');
  return Number(whole + fraction.padEnd(DECIMALS, '0'));
}

/** Exact decimal text of millionths, without trailing zeros: 180,000 is `0.18`. */
export function fromMicros(micros: number): string {
  const digits = String(Math.abs(micros)).padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return `${micros < 0 ? '-' : ''}${digits.slice(0, -DECIMALS)}${fraction && `.${fraction}`}`;
}
