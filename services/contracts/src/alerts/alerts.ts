import { z } from 'zod';
import { reasonBody } from '../auth/audit-log';
import { INPUT_LIMITS } from '../auth/limits';
import { TOO_LONG } from '../messages/input-limits';
import { cappedCount, cursor, empty, id, optional, pageSize, timestamp } from '../messages/fields';
import { idPageQuery } from '../messages/query-fields';
import { broadcast, call } from '../messages/message';

const alertKind = z.enum([
  'service_unavailable',
  'no_worker',
  'payment_mismatch',
  'payment_not_granted',
  'refund_overdue',
  'provider_down',
  'model_route_missing',
  'queue_not_draining',
  'disk_nearly_full',
  'invariant_violated',
  'dead_letters',
  'payment_disputed',
  'credits_owed',
  'customers_waiting',
  'submissions_unconfirmed',
  'jobs_failing',
  'jobs_overdue',
  'results_waiting',
  'redis_emptied',
  'prompts_refused',
  'classifier_unavailable',
  'content_credentials_failing',
  'takedowns_repeated',
  'mails_failing',
  'alert_deliveries_failing',
  'content_reports_due',
  'breach_notice_due',
]);
export type AlertKind = z.infer<typeof alertKind>;

const alertCause = z.object({
  kind: alertKind,
  /** Distinguishes causes of one kind, for example a provider's name. */
  subject: z.string(),
  /** One sentence for operators: the problem, with figures. */
  summary: z.string(),
  /** One sentence: what to do about it. */
  action: z.string(),
  severity: z.enum(['critical', 'warning']),
});
/** A problem that exists now. */
export type AlertCause = z.infer<typeof alertCause>;

const alert = alertCause.extend({
  id,
  openedAt: timestamp,
  /** The alert whose effect it is, because a service or all workers were missing when it opened. It pages no one. */
  causeId: id.nullable(),
  /** Operators and destinations that were told that it opened. */
  told: z.array(z.string()),
  /** Null while its cause persists. */
  closedAt: timestamp.nullable(),
  /** The operator who acknowledged it; null if no one did. */
  acknowledged: z.object({ at: timestamp, by: z.string(), note: z.string().nullable() }).nullable(),
  /** Until then it pages no one; null once that time has passed. */
  muted: z.object({ until: timestamp, by: z.string(), reason: z.string() }).nullable(),
});
export type Alert = z.infer<typeof alert>;

/** How long operators may mute an alert, minutes. */
export const MUTE_MINUTES = { min: 5, max: 7 * 24 * 60 } as const;

const decision = z.object({ adminId: id, id });

/**
 * Services that report their causes at least every two minutes. Without their reports, no one knows whether
 * everything is OK.
 */
export const ALERT_SOURCES = ['billing', 'generation'] as const;

const silentSource = z.object({
  source: z.enum(ALERT_SOURCES),
  /** Null if it never reported. */
  reportedAt: timestamp.nullable(),
});
/** A service that has not reported for three minutes: whether it has causes for alerts is unknown. */
export type SilentSource = z.infer<typeof silentSource>;

export const alertsQuery = idPageQuery.extend({ state: optional(z.enum(['open', 'closed'])) });
export type AlertsQuery = z.infer<typeof alertsQuery>;
export const acknowledgeBody = z.object({
  note: optional(z.string().trim().max(INPUT_LIMITS.reason, TOO_LONG)).describe('For other operators'),
});
export type AcknowledgeBody = z.infer<typeof acknowledgeBody>;
const MUTE = 'An alert can be muted for 5 minutes to 7 days';
export const muteBody = reasonBody.extend({
  minutes: z.int(MUTE).min(MUTE_MINUTES.min, MUTE).max(MUTE_MINUTES.max, MUTE),
});
export type MuteBody = z.infer<typeof muteBody>;

export const alertCalls = {
  /**
   * All problems that the source sees now: a new one opens an alert and mails the owners and operations, a missing one closes its
   * alert. Idempotent. The alerts of a source that stops reporting are closed after ten minutes.
   */
  reportAlerts: call('auth.reportAlerts', {
    input: z.object({ source: z.string(), causes: z.array(alertCause) }),
    output: empty,
  }),
  /** Open alerts first, the newest before the older; then closed ones. */
  listAlerts: call('auth.listAlerts', {
    isForOperators: true,
    input: z.object({ limit: pageSize, cursor, isOpen: z.boolean().optional() }),
    output: cappedCount.extend({
      items: z.array(alert),
      nextCursor: z.string().nullable(),
      /** Open alerts, and the muted ones among them, regardless of the filter. `total` counts the alerts that match the filter. */
      open: z.number(),
      muted: z.number(),
      silentSources: z.array(silentSource),
    }),
  }),
  /** Marks an open alert; it stays listed. Repeating it replaces the note. Recorded in the audit log. `conflict` once it is closed. */
  acknowledgeAlert: call('auth.acknowledgeAlert', {
    input: decision.extend(acknowledgeBody.shape),
    output: z.object({ alert }),
  }),
  /**
   * The alert pages no one during that time, even if it closes and opens again. If it is still open afterward, it pages
   * like a new one. Recorded in the audit log. `conflict` once it is closed.
   */
  muteAlert: call('auth.muteAlert', {
    input: decision.extend(muteBody.shape),
    output: z.object({ alert }),
  }),
  /** Ends the mute now, and pages. Recorded in the audit log. Idempotent; `conflict` once the alert is closed. */
  unmuteAlert: call('auth.unmuteAlert', { input: decision, output: z.object({ alert }) }),
  /**
   * The missing processes of the alert left for good: fewer are expected from now on, and the alert closes within seconds. Recorded in the audit
   * log. Idempotent; `conflict` if the alert is closed, is about something else, or no process of the service is left.
   */
  forgetProcesses: call('auth.forgetProcesses', { input: decision, output: z.object({ alert }) }),
};

export const alertBroadcasts = {
  changed: broadcast('auth.alertsChanged', empty),
};
