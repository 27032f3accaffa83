/** All formatting of numbers and times: Indian digit grouping, times in IST. */

const timeZone = 'Asia/Kolkata';
const NUMBER = new Intl.NumberFormat('en-IN');
const SIGNED = new Intl.NumberFormat('en-IN', { signDisplay: 'exceptZero' });
const MONEY = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone });
const DATE_TIME = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone });
const TIME = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'medium', timeZone });

export const formatNumber = (value: number): string => NUMBER.format(value);

/** With a plus or minus sign, except for 0. */
export const formatChange = (value: number): string => SIGNED.format(value);

/** Always shows paise, so that amounts in a column line up. */
export const formatRupees = (rupees: number): string => MONEY.format(rupees);

export const formatPaise = (paise: number): string => MONEY.format(paise / 100);

export const formatDay = (iso: string | number): string => DAY.format(new Date(iso));

export const formatDateTime = (iso: string | null): string => (iso ? DATE_TIME.format(new Date(iso)) : 'Never');

/** An enum value for people: `submission_refused` becomes `Submission refused`. */
export const sentenceCase = (value: string): string =>
  value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ');

/** Date and time to the second. */
export const formatTime = (time: string | number): string => TIME.format(new Date(time));
