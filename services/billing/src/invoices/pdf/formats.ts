import { GST_STATES } from '@luit/contracts/billing/gst-states';

const RUPEES = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const PAISE_PER_RUPEE = 100;

/** For example ₹1,00,000.05. */
export function money(paise: number): string {
  return `₹${RUPEES.format(paise / PAISE_PER_RUPEE)}`;
}

export const count: (value: number) => string = new Intl.NumberFormat('en-IN').format;

/** The day in IST. */
export const day: (date: Date) => string = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeZone: 'Asia/Kolkata',
}).format;

/** @param basisPoints 900 becomes 9% */
export function percent(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}

/** For example Assam (18). */
export function stateName(code: string): string {
  return `${GST_STATES[code] ?? 'State'} (${code})`;
}

const SMALL = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
  'seventeen eighteen nineteen',
]
  .join(' ')
  .split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: [number, string][] = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
];

/** In Indian numbering: twelve lakh thirty-four thousand. */
function words(value: number): string {
  if (value < 20) return SMALL[value] ?? '';
  if (value < 100) return [TENS[Math.floor(value / 10) - 2], value % 10 && SMALL[value % 10]].filter(Boolean).join('-');
  const [size, name] = SCALES.find(([scale]) => value >= scale) ?? [1, ''];
  const rest = value % size;
  return `${words(Math.floor(value / size))} ${name}${rest > 0 ? ` ${words(rest)}` : ''}`;
}

/** For example "Rupees nine hundred ninety-nine and fifty paise only". */
export function moneyInWords(paise: number): string {
  const rest = paise % PAISE_PER_RUPEE;
  const rupees = `Rupees ${words(Math.floor(paise / PAISE_PER_RUPEE))}`;
  return `${rupees}${rest > 0 ? ` and ${words(rest)} paise` : ''} only`;
}
