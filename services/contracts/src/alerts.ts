import { call, broadcast } from './messages/message';

export type AlertKind =
  | 'payment_mismatch'
  | 'payment_not_granted'
  | 'provider_down'
  | 'queue_not_draining'
  | 'disk_nearly_full'
  | 'invariant_violated';

/** Something that is wrong now. `subject` tells causes of one kind apart, for example a provider's name. */
export interface AlertCause {
  kind: AlertKind;
  subject: string;
  /** One sentence for operators: what is wrong, with figures. */
  summary: string;
  /** One sentence: what to do about it. */
  action: string;
  severity: 'critical' | 'warning';
}

export interface Alert extends AlertCause {
  id: string;
  openedAt: string;
  /** Null while its cause lasts. */
  closedAt: string | null;
}

export const alertCalls = {
  /**
   * All that is wrong now as far as the source sees: what is new opens an alert and owes a mail to each operator, what is
   * missing closes. Asking again changes nothing. A source that falls silent has its alerts closed after ten minutes.
   */
  reportAlerts: call<{ source: string; causes: AlertCause[] }, Record<string, never>>('auth.reportAlerts'),
  /** Open ones first, the newest before the older; then the closed. `cursor` is the id of the last one seen. */
  listAlerts: call<
    { limit: number; cursor?: string; isOpen?: boolean },
    { items: Alert[]; nextCursor: string | null; open: number }
  >('auth.listAlerts'),
};

export const alertBroadcasts = {
  changed: broadcast<Record<string, never>>('auth.alertsChanged'),
};
