import type { Alert } from '@luit/contracts/alerts/alerts';

/** Alerts that page come before muted ones, critical ones before others, and newer ones before older ones. Effects are below their cause. */
export function byUrgency(alerts: Alert[]): Alert[] {
  const rank = ({ muted, severity }: Alert) => (muted ? 2 : severity === 'critical' ? 0 : 1);
  return effectsBelow(alerts.toSorted((a, b) => rank(a) - rank(b)));
}

/** The same order, with the effects of a listed alert right below it. */
export function effectsBelow(alerts: Alert[]): Alert[] {
  const isBelow = ({ causeId }: Alert) => alerts.some(({ id }) => id === causeId);
  const effectsOf = (cause: Alert) => alerts.filter(({ causeId }) => causeId === cause.id);
  return alerts.filter((alert) => !isBelow(alert)).flatMap((alert) => [alert, ...effectsOf(alert)]);
}
