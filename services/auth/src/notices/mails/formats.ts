import type { I18n } from '@lingui/core';
import type { Language } from '@luit/contracts/auth/languages';
import { firstDayOf, quarterBefore } from '@luit/contracts/messages/quarters';
import type { DeviceParts } from '../../records/device-names/device-name';
import { languageOf } from '../locales/i18n';

interface Formats {
  count: Intl.NumberFormat;
  rupees: Intl.NumberFormat;
  day: Intl.DateTimeFormat;
  month: Intl.DateTimeFormat;
  moment: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
}

const IST = { timeZone: 'Asia/Kolkata' } as const;
const RUPEES = { style: 'currency', currency: 'INR' } as const;
/** Digits are Latin, as in the app. */
const HINDI = 'hi-IN-u-nu-latn';
/** With the part of the day, as people say it in Hindi, rather than “pm”. */
const HINDI_TIME = { hour: 'numeric', minute: '2-digit', dayPeriod: 'long' } as const;

const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

const FORMATS: Record<Language, Formats> = {
  en: {
    count: new Intl.NumberFormat('en-IN'),
    rupees: new Intl.NumberFormat('en-IN', RUPEES),
    day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
    month: new Intl.DateTimeFormat('en-GB', MONTH),
    moment: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', ...IST }),
    time: new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', ...IST }),
  },
  hi: {
    count: new Intl.NumberFormat(HINDI),
    rupees: new Intl.NumberFormat(HINDI, RUPEES),
    day: new Intl.DateTimeFormat(HINDI, { dateStyle: 'long', timeZone: 'UTC' }),
    month: new Intl.DateTimeFormat(HINDI, MONTH),
    moment: new Intl.DateTimeFormat(HINDI, { day: 'numeric', month: 'long', year: 'numeric', ...HINDI_TIME, ...IST }),
    time: new Intl.DateTimeFormat(HINDI, { ...HINDI_TIME, ...IST }),
  },
};

const formatsOf = (i18n: I18n): Formats => FORMATS[languageOf(i18n)];

/** An amount, for example “₹99.00”. @param paise as text, because details of mails are texts */
export function rupees(i18n: I18n, paise: string | undefined): string {
  return formatsOf(i18n).rupees.format(Number(paise) / 100);
}

/** The values of a plural: the number that chooses the form, and its text, such as “1,200”. */
export function counted(i18n: I18n, credits = '0'): { count: number; credits: string } {
  const count = Number(credits);
  return { count, credits: formatsOf(i18n).count.format(count) };
}

/** A date, for example “3 December 2026”. @param day for example 2026-12-03 */
export function dayText(i18n: I18n, day: string): string {
  return formatsOf(i18n).day.format(new Date(day));
}

/** A quarter, for example “July – September 2026”. @param quarter for example 2026-Q3 */
export function quarterText(i18n: I18n, quarter: string): string {
  const last = new Date(firstDayOf(quarterBefore(quarter, -1)));
  last.setUTCDate(0);
  const period = formatsOf(i18n).month.formatRange(new Date(firstDayOf(quarter)), last);
  // Thin spaces, which some mail clients show as boxes in a subject.
  return period.replaceAll('\u2009', ' ');
}

/** Day and time in India, such as “25 November 2026 at 14:00”. */
export function momentText(i18n: I18n, at: Date): string {
  return formatsOf(i18n).moment.format(at);
}

/** The time in India, such as “14:00”. */
export function timeText(i18n: I18n, at: Date): string {
  return formatsOf(i18n).time.format(at);
}

/** A browser, for example “Firefox on Android”. */
export function deviceText(i18n: I18n, { browser, system }: DeviceParts): string {
  if (browser && system) return i18n._('{browser} on {system}', { browser, system });
  return browser || system || i18n._('Unknown device');
}
