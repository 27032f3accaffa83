const PAISE_DECIMALS = 2;
const MICROS_DECIMALS = 6;

/**
 * Paise of an amount in rupees, exactly. `NaN` unless it is a plain decimal number of at least 0 with at most two decimals: no
 * exponents, signs, spaces or other notations.
 */
export function toPaise(rupees: number | string): number {
  return toUnits(rupees, PAISE_DECIMALS);
}

/** Millionths of an amount, exactly: `0.18` is 180,000. `NaN` unless it is a plain decimal number with at most six decimals. */
export function toMicros(amount: number | string): number {
  return toUnits(amount, MICROS_DECIMALS);
}

/**
 * Parses the digits, because arithmetic with fractions rounds. JavaScript prints a number as the shortest text that parses to the same
 * number.
 */
function toUnits(amount: number | string, decimals: number): number {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  if (whole === '' || fraction.length > decimals) return Number.NaN;
  const units = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(units) ? units : Number.NaN;
}
