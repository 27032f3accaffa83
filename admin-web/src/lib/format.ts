/** The only place that turns numbers and times into text. Indian grouping, and the business's days: Asia/Kolkata. */

const timeZone = 'Asia/Kolkata';
const NUMBER = new Intl.NumberFormat('en-IN');
const SIGNED = new Intl.NumberFormat('en-IN', { signDisplay: 'exceptZero' });
const MONEY = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone });
const DATE_TIME = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone });
const TIME = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'medium', timeZone });

export const formatNumber = (value: number): string => NUMBER.format(value);

/** With a plus or minus sign; 0 without. */
export const formatChange = (value: number): string => SIGNED.format(value);

/** Always with paise, so that columns of money line up. */
export const formatRupees = (rupees: number): string => MONEY.format(rupees);

export const formatPaise = (paise: number): string => MONEY.format(paise / 100);

export const formatDay = (iso: string | number): string => DAY.format(new Date(iso));

export const formatDateTime = (iso: string | null): string => (iso ? DATE_TIME.format(new Date(iso)) : 'never');

/** To the second. */
export const formatTime = (time: string | number): string => TIME.format(new Date(time));
