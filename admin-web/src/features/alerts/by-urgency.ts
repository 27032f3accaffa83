import type { Alert } from '@luit/contracts/alerts/alerts';

/** Those that page before muted ones, critical before others, the newest before the older. */
export function byUrgency(alerts: Alert[]): Alert[] {
  const rank = ({ muted, severity }: Alert) => (muted ? 2 : severity === 'critical' ? 0 : 1);
  return alerts.toSorted((a, b) => rank(a) - rank(b));
}
