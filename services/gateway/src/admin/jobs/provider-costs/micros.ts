const DECIMALS = 6;

/** Exact decimal text of millionths, without trailing zeros: 180,000 is `0.18`. */
export function fromMicros(micros: number): string {
  const digits = String(Math.abs(micros)).padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return `${micros < 0 ? '-' : ''}${digits.slice(0, -DECIMALS)}${fraction && `.${fraction}`}`;
}
