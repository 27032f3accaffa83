import { serverNow } from '@luit/ui/server-clock';

/** All formatting of numbers and times: Indian digit grouping, times in IST on a 24-hour clock with their zone. */

const timeZone = 'Asia/Kolkata';
const MONEY = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const PRECISE = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 6 });
const ISO_DAY = new Intl.DateTimeFormat('en-CA', { timeZone });
const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone });
const WEEKDAY = new Intl.DateTimeFormat('en-IN', { weekday: 'short', day: 'numeric', timeZone });
const DATE_TIME = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone,
});
const TIME = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23', timeZone });
const CLOCK = new Intl.DateTimeFormat('en-IN', { timeStyle: 'medium', hourCycle: 'h23', timeZone });
const MINUTE = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', hourCycle: 'h23', timeZone });
const MILLISECONDS = new Intl.DateTimeFormat('en-IN', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
  timeZone,
});

export const formatNumber: (value: number) => string = new Intl.NumberFormat('en-IN').format;

/** With a plus or minus sign, except for 0. */
export const formatChange: (value: number) => string = new Intl.NumberFormat('en-IN', { signDisplay: 'exceptZero' })
  .format;

/** A share from 0 to 1 in percent with one decimal, rounded down: 99.96% must not read as 100%. */
export const formatShare = (share: number): string => `${Math.floor(share * 1_000) / 10}%`;

/** Always shows paise, so that amounts in a column line up. */
export const formatRupees: (rupees: number) => string = MONEY.format;

export const formatPaise = (paise: number): string => MONEY.format(paise / 100);

/** Millionths of a rupee, rounded to paise. */
export const formatMicroRupees = (micros: number): string => MONEY.format(micros / 1_000_000);

/** Millionths of a unit, with all their digits: `0.18`. */
export const formatMicros = (micros: number): string => PRECISE.format(micros / 1_000_000);

/** The current day in IST, for example 2026-11-21. */
export const currentDay = (): string => ISO_DAY.format(serverNow());

export const formatDay = (iso: string | number): string => DAY.format(new Date(iso));

/** `Mon 23`, for the axis of a chart. */
export const formatWeekday = (iso: string): string => WEEKDAY.format(new Date(iso));

/** `23 Nov 2026, 14:05 IST` */
export const formatDateTime = (iso: string | null): string => (iso ? withZone(DATE_TIME, iso) : 'Never');

/** An enum value for people: `submission_refused` becomes `Submission refused`. */
export const sentenceCase = (value: string): string =>
  value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ');

/** `23 Nov 2026, 14:05:33 IST` */
export const formatTime = (time: string | number): string => withZone(TIME, time);

/** `14:05:33 IST`, for moments of today. */
export const formatClock = (time: string): string => withZone(CLOCK, time);

/** `14:05:33.120 IST`, for the events of one job. */
export const formatMilliseconds = (time: string): string => withZone(MILLISECONDS, time);

/** `14:05`, for the axis of a chart that names the zone. */
export const formatMinute = (time: string): string => MINUTE.format(new Date(time));

/** The zone of all times on these pages. */
export const TIME_ZONE_NAME = 'IST';

/** The first instant of a day in IST. @param day such as 2026-11-23 */
export const startOfDay = (day: string): string => `${day}T00:00:00${OFFSET}`;

/** The instant at which a day in IST is over. */
export const endOfDay = (day: string): string => new Date(Date.parse(startOfDay(day)) + DAY_MS).toISOString();

/** A day in IST, counted from today. */
export const todayPlus = (days: number): string =>
  new Date(serverNow() + OFFSET_MS + days * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
const OFFSET = '+05:30';
const OFFSET_MS = 5.5 * 3_600_000;
const DAY_MS = 86_400_000;

/** `2026-11-23T14:05` in IST, for a form field. */
export const toLocalTime = (iso: string): string =>
  new Date(Date.parse(iso) + OFFSET_MS).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);

/** The instant of a form field's time, which is in IST. */
export const fromLocalTime = (local: string): string => `${local}:00${OFFSET}`;

function withZone(format: Intl.DateTimeFormat, time: string | number): string {
  return `${format.format(new Date(time))} ${TIME_ZONE_NAME}`;
}

/** A duration for people: 4.2 s, 38 s, 12 min, 3 h 5 min, 2 d 4 h. */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  const [unit, part, name, partName] = seconds < 86_400 ? [3_600, 60, 'h', 'min'] : [86_400, 3_600, 'd', 'h'];
  const rest = Math.round((seconds % unit) / part);
  return rest > 0
    ? `${Math.floor(seconds / unit)} ${name} ${rest} ${partName}`
    : `${Math.floor(seconds / unit)} ${name}`;
}
