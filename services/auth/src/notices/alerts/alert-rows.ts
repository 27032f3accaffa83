import type { Alert } from '@luit/contracts/alerts/alerts';

/** SQL: the columns of an alert, of `alerts a`. A mute that has ended is not shown. */
export const ALERT_COLUMNS = `
  a.id, a.kind, a.subject, a.summary, a.action, a.severity, a.opened_at AS "openedAt", a.closed_at AS "closedAt",
  a.cause_id AS "causeId", a.told,
  a.acknowledged_at AS "acknowledgedAt", a.acknowledged_by AS "acknowledgedBy", a.acknowledgment_note AS note,
  CASE WHEN ${isMuted('a')} THEN a.muted_until END AS "mutedUntil", a.muted_by AS "mutedBy", a.mute_reason AS "muteReason"`;

export type AlertRow = Pick<Alert, 'id' | 'kind' | 'subject' | 'summary' | 'action' | 'severity' | 'causeId' | 'told'> &
  Record<'closedAt' | 'acknowledgedAt' | 'mutedUntil', Date | null> &
  Record<'acknowledgedBy' | 'note' | 'mutedBy' | 'muteReason', string | null> & { openedAt: Date };

/** SQL: the alert is open, and pages no one now. */
export function isMuted(alias: string): string {
  return `(${alias}.closed_at IS NULL AND coalesce(${alias}.muted_until > now(), false))`;
}

export function toAlert({ openedAt, closedAt, ...row }: AlertRow): Alert {
  const { acknowledgedAt, acknowledgedBy, note, mutedUntil, mutedBy, muteReason, ...fields } = row;
  return {
    ...fields,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    acknowledged: acknowledgedAt && { at: acknowledgedAt.toISOString(), by: acknowledgedBy ?? '', note },
    muted: mutedUntil && { until: mutedUntil.toISOString(), by: mutedBy ?? '', reason: muteReason ?? '' },
  };
}
