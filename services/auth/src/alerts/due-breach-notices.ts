import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** SQL: the notices of open breaches that nobody recorded as sent, after half of their time. */
const DUE_NOTICES = `(
  SELECT n.due_at FROM breaches b CROSS JOIN LATERAL (VALUES (b.cert_in_due_at, b.cert_in_notified_at), (b.board_due_at, b.board_notified_at)) AS n (due_at, notified_at)
   WHERE b.closed_at IS NULL AND n.notified_at IS NULL AND b.noticed_at + (n.due_at - b.noticed_at) / 2 <= now())`;

export const HAS_DUE_BREACH_NOTICES = `EXISTS (SELECT FROM ${DUE_NOTICES} AS notice)`;

/** Alert causes: notices of breaches to CERT-In and the Data Protection Board that are due soon, and overdue ones. */
@Injectable()
export class DueBreachNotices {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async alertCauses(): Promise<AlertCause[]> {
    const [found] = await this.database.query<{ overdue: number; due: number; minutes: number | null }[]>(
      `SELECT count(*) FILTER (WHERE due_at <= now())::int AS overdue, count(*) FILTER (WHERE due_at > now())::int AS due,
              floor(extract(epoch FROM min(due_at) FILTER (WHERE due_at > now()) - now()) / 60)::int AS minutes
         FROM ${DUE_NOTICES} AS notice`,
    );
    const { overdue = 0, due = 0, minutes = 0 } = found ?? {};
    const action =
      'Open the breach, send its notices to CERT-In and the Data Protection Board, and record that they were sent.';
    const causes: AlertCause[] = [];
    if (overdue > 0) {
      const summary = `The time to send ${notices(overdue)} has passed.`;
      causes.push({ kind: 'breach_notice_due', subject: 'overdue', summary, action, severity: 'critical' });
    }
    if (due > 0) {
      const summary = `Half of the time to send ${notices(due)} has passed; the first is due in ${minutes} min.`;
      causes.push({ kind: 'breach_notice_due', subject: 'half_way', summary, action, severity: 'critical' });
    }
    return causes;
  }
}

function notices(count: number): string {
  return count === 1 ? '1 notice of a breach' : `${count} notices of breaches`;
}
