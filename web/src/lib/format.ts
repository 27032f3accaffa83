import { plural, t } from '@lingui/core/macro';
import { i18n } from './i18n';

/** All number and time formatting. Digits are grouped the Indian way in every language: 1,00,000. */

const SYMBOLS: Record<string, string> = { INR: '₹', USD: '$', EUR: '€' };
const MINUS = '−';
/** Created at first use: the first of them loads the data of the locale, which takes a slow phone up to 80 ms. */
const numbers = once(() => new Intl.NumberFormat('en-IN'));
const dates = once(() => new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' }));
const datesWithTime = once(() => new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }));

/** Groups whole numbers itself, because they are on the first screen of every page. */
export function formatNumber(value: number): string {
  if (!Number.isSafeInteger(value)) return numbers().format(value);
  return String(value).replace(/\B(?=(\d{2})*\d{3}$)/g, ',');
}

export function formatCredits(credits: number): string {
  const count = formatNumber(credits);
  const amount = Math.abs(credits);
  return plural(amount, { one: `${count} credit`, other: `${count} credits` });
}

/** Formats a transaction's amount: a plus sign if positive, followed by the word credits. */
export function formatCreditChange(credits: number): string {
  const sign = credits > 0 ? '+' : credits < 0 ? MINUS : '';
  const change = `${sign}${formatNumber(Math.abs(credits))}`;
  return t`${change} credits`;
}

/** @param amount in the currency's main unit (rupees, not paise) */
export function formatMoney(amount: number, currency = 'INR'): string {
  const isWhole = Number.isInteger(amount);
  const digits = Math.abs(amount).toLocaleString('en-IN', {
    minimumFractionDigits: isWhole ? 0 : 2,
    maximumFractionDigits: 2,
  });
  return `${amount < 0 ? MINUS : ''}${SYMBOLS[currency] ?? `${currency} `}${digits}`;
}

/** The actual price per credit of a pack in rupees, with at most three decimals. */
export function pricePerCredit(price: number, credits: number): string {
  return `₹${(price / credits).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 3 })}`;
}

export function formatDate(iso: string | null): string {
  return iso ? dates().format(new Date(iso)) : t`Never`;
}

/** A day in India, which is the same day in every time zone. */
export function formatDay(date: string): string {
  return formatDate(`${date}T12:00:00+05:30`);
}

export function formatDateTime(iso: string | null): string {
  return iso ? datesWithTime().format(new Date(iso)) : t`Never`;
}

/** @param seconds whole seconds */
export function formatSeconds(seconds: number): string {
  return t`${seconds} s`;
}

export function formatDuration(seconds: number): string {
  if (seconds < 60) return formatSeconds(Math.max(1, Math.round(seconds)));
  const minutes = Math.round(seconds / 60);
  return t`${minutes} min`;
}

/** English and Hindi as in India. */
export function dateLocale(): string {
  return `${i18n.locale}-IN`;
}

function once<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}
