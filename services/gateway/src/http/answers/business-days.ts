const DAY_MS = 86_400_000;

/** Formats a day as 2026-11-21. */
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

/** The current day in Asia/Kolkata. */
export function today(): string {
  return DAY.format(new Date());
}

/** The day of a time in Asia/Kolkata. */
export function dayOf(timestamp: string): string {
  return DAY.format(new Date(timestamp));
}

export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}
