import { serverNow } from '@luit/ui/server-clock';
import { sharingCopy } from './copy';

export type Expiry = keyof typeof sharingCopy.expiries;

const DAYS: Record<Exclude<Expiry, 'never'>, number> = { week: 7, month: 30, quarter: 90 };
const DAY_MS = 86_400_000;

/** The end of a link that is shared now, ISO 8601; null for one that does not expire. */
export function endOf(expiry: Expiry, nowMs = serverNow()): string | null {
  return expiry === 'never' ? null : new Date(nowMs + DAYS[expiry] * DAY_MS).toISOString();
}
