import { Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { metrics } from './metrics';

/**
 * Stable codes of security events. Log searches, metrics and alerts refer to them, so a code is never renamed.
 * Documented in docs/operations/security.md.
 */
export const SECURITY_EVENTS = [
  'sign_in_failed',
  'sign_in_throttled',
  'operator_sign_in_failed',
  'operator_second_factor_failed',
  'token_refused',
  'refresh_token_reused',
  'cross_site_refused',
  'content_type_refused',
  'body_refused',
  'socket_refused',
  'socket_limited',
  'rate_limited',
  'webhook_signature_refused',
  'outbound_address_blocked',
  'upload_refused',
  'call_refused',
  'message_refused',
  'operator_action_refused',
] as const;

export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

const securityEvents = new Counter({
  name: 'luit_security_events_total',
  help: 'Security events by code',
  labelNames: ['event'],
  registers: [metrics],
});
// Prometheus detects the first increase only if the counter existed before it.
for (const event of SECURITY_EVENTS) securityEvents.inc({ event }, 0);

const log = new Logger('SecurityEvents');

/** Maximum log lines per second and code, so that a flood does not fill the disk. */
const LINES_PER_SECOND = 5;
const windows = new Map<SecurityEvent, { startedAt: number; lines: number }>();

/**
 * Counts a security event and logs it. At most five events per second and code are logged; all are counted.
 *
 * @param details the origin of the event, for example `{ip, route}`; never a password, token or key
 */
export function recordSecurityEvent(event: SecurityEvent, details: Record<string, string | number | undefined>): void {
  securityEvents.inc({ event });
  const now = Date.now();
  const window = windows.get(event);
  if (!window || now - window.startedAt >= 1_000) windows.set(event, { startedAt: now, lines: 1 });
  else if ((window.lines += 1) > LINES_PER_SECOND) return;
  log.warn({ msg: 'Security event', securityEvent: event, ...details });
}
