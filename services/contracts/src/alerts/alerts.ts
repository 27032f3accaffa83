import { z } from 'zod';
import { cursor, empty, id, pageSize, timestamp } from '../messages/fields';
import { broadcast, call } from '../messages/message';

const alertKind = z.enum([
  'payment_mismatch',
  'payment_not_granted',
  'provider_down',
  'queue_not_draining',
  'disk_nearly_full',
  'invariant_violated',
  'dead_letters',
  'payment_disputed',
  'credits_owed',
  'customers_waiting',
]);
export type AlertKind = z.infer<typeof alertKind>;

const alertCause = z.object({
  kind: alertKind,
  /** Distinguishes causes of one kind, for example a provider's name. */
  subject: z.string(),
  /** One sentence for operators: what is wrong, with figures. */
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
  /** Null while its cause lasts. */
  closedAt: timestamp.nullable(),
});
export type Alert = z.infer<typeof alert>;

export const alertCalls = {
  /**
   * All problems that the source sees now: a new one opens an alert and mails each operator, a missing one closes its
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
    output: z.object({ items: z.array(alert), nextCursor: z.string().nullable(), open: z.number() }),
  }),
};

export const alertBroadcasts = {
  changed: broadcast('auth.alertsChanged', empty),
};
