/** All number and time formatting. Digits are grouped the Indian way: 1,00,000. */

const NUMBER = new Intl.NumberFormat('en-IN');
const SYMBOLS: Record<string, string> = { INR: '₹', USD: '$', EUR: '€' };
const DATE = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium' });
const DATE_TIME = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' });

export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

export function formatCredits(credits: number): string {
  return `${formatNumber(credits)} ${Math.abs(credits) === 1 ? 'credit' : 'credits'}`;
}

/** Formats a transaction's amount: a plus sign if positive, followed by the word credits. */
export function formatCreditChange(credits: number): string {
  const sign = credits > 0 ? '+' : credits < 0 ? '-' : '';
  return `${sign}${formatNumber(Math.abs(credits))} credits`;
}

/** @param amount in the currency's main unit (rupees, not paise) */
export function formatMoney(amount: number, currency = 'INR'): string {
  const isWhole = Number.isInteger(amount);
  const digits = amount.toLocaleString('en-IN', {
    minimumFractionDigits: isWhole ? 0 : 2,
    maximumFractionDigits: 2,
  });
  return `${SYMBOLS[currency] ?? `${currency} `}${digits}`;
}

/** The actual price per credit of a pack in rupees, with at most three decimals. */
export function pricePerCredit(price: number, credits: number): string {
  return `₹${(price / credits).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 3 })}`;
}

export function formatDate(iso: string | null): string {
  return iso ? DATE.format(new Date(iso)) : 'Never';
}

export function formatDateTime(iso: string | null): string {
  return iso ? DATE_TIME.format(new Date(iso)) : 'Never';
}

export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  return `${Math.round(seconds / 60)} min`;
}
