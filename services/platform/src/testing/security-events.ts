import { metrics } from '../metrics/metrics';
import type { SecurityEvent } from '../metrics/security-events';

/** Number of security events with this code that the process has counted. */
export async function securityEventCount(event: SecurityEvent): Promise<number> {
  const counter = await metrics.getSingleMetric('luit_security_events_total')?.get();
  return counter?.values.find(({ labels }) => labels.event === event)?.value ?? 0;
}
