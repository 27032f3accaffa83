import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { dueCauses } from './due-causes';

/** SQL: the notices of open breaches that are not recorded as sent after half of their time. */
const DUE_NOTICES = `(
  SELECT n.due_at FROM breaches b CROSS JOIN LATERAL (VALUES (b.cert_in_due_at, b.cert_in_notified_at), (b.board_due_at, b.board_notified_at)) AS n (due_at, notified_at)
   WHERE b.closed_at IS NULL AND n.notified_at IS NULL AND b.noticed_at + (n.due_at - b.noticed_at) / 2 <= now())`;

export const HAS_DUE_BREACH_NOTICES = `EXISTS (SELECT FROM ${DUE_NOTICES} AS notice)`;

/** Alert causes: notices of breaches to CERT-In and the Data Protection Board that are due soon, and overdue ones. */
@Injectable()
export class DueBreachNotices {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  alertCauses(): Promise<AlertCause[]> {
    return dueCauses(this.database, {
      kind: 'breach_notice_due',
      rows: `${DUE_NOTICES} AS notice`,
      describe: (count) => `send ${count === 1 ? '1 notice of a breach' : `${count} notices of breaches`}`,
      action:
        'Open the breach, send its notices to CERT-In and the Data Protection Board, and record that they were sent.',
    });
  }
}
