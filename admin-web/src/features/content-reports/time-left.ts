const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

export interface TimeLeft {
  text: string;
  /** Half of the time has passed, or all of it. */
  tone: 'neutral' | 'accent' | 'danger';
}

/** How long an open report may still wait. @param now milliseconds */
export function timeLeft({ receivedAt, dueAt }: { receivedAt: string; dueAt: string }, now: number): TimeLeft {
  const due = Date.parse(dueAt);
  const left = due - now;
  if (left <= 0) return { text: `Overdue for ${duration(-left)}`, tone: 'danger' };
  const isHalfWay = left <= (due - Date.parse(receivedAt)) / 2;
  return { text: `${duration(left)} left`, tone: isHalfWay ? 'accent' : 'neutral' };
}

function duration(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(minutes / HOUR_MINUTES);
  if (hours >= 2 * DAY_HOURS) return `${Math.floor(hours / DAY_HOURS)} d ${hours % DAY_HOURS} h`;
  return hours > 0 ? `${hours} h ${minutes % HOUR_MINUTES} min` : `${minutes} min`;
}
