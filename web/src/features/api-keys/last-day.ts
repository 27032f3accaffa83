const pad = (value: number) => String(value).padStart(2, '0');

/** The last moment of a day of a date field (`2026-12-31`) in the time of this browser, ISO 8601. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}

/** The day of a date field in the time of this browser. */
export function dayOf(date: Date): string {
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
