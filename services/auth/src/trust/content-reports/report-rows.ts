import type { Language } from '@luit/contracts/auth/languages';
import type { ContentReport, ReportReceipt } from '@luit/contracts/auth/content-reports';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';

/** SQL of a `ReportRow` of a report `r`. The events are from oldest to newest. */
export const REPORT_COLUMNS = `r.id, r.number, r.kind, r.target, r.request_id AS "requestId", r.text, r.email, r.language,
  r.received_at AS "receivedAt", r.due_at AS "dueAt", r.state, r.answer, r.decided_at AS "decidedAt", r.decided_by AS "decidedBy",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'what', e.what, 'by', e.by, 'text', e.text)
    ORDER BY e.id), '[]') FROM content_report_events e WHERE e.report_id = r.id) AS events`;

export type ReportRow = WithDates<ContentReport, 'receivedAt' | 'dueAt' | 'decidedAt'> & { language: Language | null };

export function toReceipt(row: ReportRow): ReportReceipt {
  const { number, kind, state, receivedAt, dueAt, decidedAt, answer } = withIsoTimes(row);
  return { number, kind, state, receivedAt, dueAt, decidedAt, answer };
}

export function toReport({ language: _, events, ...row }: ReportRow): ContentReport {
  return { ...withIsoTimes(row), events: events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })) };
}
