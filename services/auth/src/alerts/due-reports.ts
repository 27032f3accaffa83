import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Half of the time to decide has passed. */
const IS_HALF_WAY = `state = 'open' AND received_at + (due_at - received_at) / 2 <= now()`;

export const HAS_DUE_REPORTS = `EXISTS (SELECT FROM content_reports WHERE ${IS_HALF_WAY})`;

/** Alert causes: reports of outputs that operators have to decide soon, and overdue ones. */
@Injectable()
export class DueReports {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async alertCauses(): Promise<AlertCause[]> {
    const [found] = await this.database.query<{ overdue: number; due: number; minutes: number | null }[]>(
      `SELECT count(*) FILTER (WHERE due_at <= now())::int AS overdue, count(*) FILTER (WHERE due_at > now())::int AS due,
              floor(extract(epoch FROM min(due_at) FILTER (WHERE due_at > now()) - now()) / 60)::int AS minutes
         FROM content_reports WHERE ${IS_HALF_WAY}`,
    );
    const { overdue = 0, due = 0, minutes = 0 } = found ?? {};
    const action = 'Decide the reports at the top of the list: take the output down, reject the report, or answer it.';
    const causes: AlertCause[] = [];
    if (overdue > 0) {
      const summary = `The time to decide ${reports(overdue)} has passed.`;
      causes.push({ kind: 'content_reports_due', subject: 'overdue', summary, action, severity: 'critical' });
    }
    if (due > 0) {
      const summary = `Half of the time to decide ${reports(due)} has passed; the first is due in ${minutes} min.`;
      causes.push({ kind: 'content_reports_due', subject: 'half_way', summary, action, severity: 'critical' });
    }
    return causes;
  }
}

function reports(count: number): string {
  return count === 1 ? '1 report' : `${count} reports`;
}
