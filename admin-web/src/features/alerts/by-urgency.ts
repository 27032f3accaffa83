import type { Alert } from '@luit/contracts/alerts/alerts';

/** Alerts that page come before muted ones, critical ones before others, and newer ones before older ones. */
export function byUrgency(alerts: Alert[]): Alert[] {
  const rank = ({ muted, severity }: Alert) => (muted ? 2 : severity === 'critical' ? 0 : 1);
  return alerts.toSorted((a, b) => rank(a) - rank(b));
}
