import type { Language } from '@luit/contracts/auth/languages';
import type { ContentReport, ReportReceipt, ReportState } from '@luit/contracts/auth/content-reports';
import type { TakedownKind } from '@luit/contracts/auth/takedown-kinds';

/** SQL: a report `r` with its events, oldest first. */
export const REPORT_COLUMNS = `r.id, r.number, r.kind, r.target, r.request_id, r.text, r.email, r.language, r.received_at, r.due_at, r.state, r.answer,
  r.decided_at, r.decided_by, (SELECT coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'what', e.what, 'by', e.by, 'text', e.text)
    ORDER BY e.id), '[]') FROM content_report_events e WHERE e.report_id = r.id) AS events`;

export interface ReportRow {
  id: string;
  number: string;
  kind: TakedownKind;
  target: string;
  request_id: string | null;
  text: string;
  email: string | null;
  language: Language | null;
  received_at: Date;
  due_at: Date;
  state: ReportState;
  answer: string | null;
  decided_at: Date | null;
  decided_by: string | null;
  events: ContentReport['events'];
}

export function toReceipt({ number, kind, state, answer, ...row }: ReportRow): ReportReceipt {
  return {
    number,
    kind,
    state,
    receivedAt: row.received_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    answer,
  };
}

export function toReport(row: ReportRow): ContentReport {
  const { id, target, text, email } = row;
  const events = row.events.map((event) => ({ ...event, at: new Date(event.at).toISOString() }));
  return { ...toReceipt(row), id, target, requestId: row.request_id, text, email, decidedBy: row.decided_by, events };
}
