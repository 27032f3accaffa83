import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { dueCauses } from './due-causes';

/** Half of the time to decide has passed. */
const IS_HALF_WAY = `state = 'open' AND received_at + (due_at - received_at) / 2 <= now()`;

export const HAS_DUE_REPORTS = `EXISTS (SELECT FROM content_reports WHERE ${IS_HALF_WAY})`;

/** Alert causes: reports of outputs that operators have to decide soon, and overdue ones. */
@Injectable()
export class DueReports {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  alertCauses(): Promise<AlertCause[]> {
    return dueCauses(this.database, {
      kind: 'content_reports_due',
      rows: `content_reports WHERE ${IS_HALF_WAY}`,
      describe: (count) => `decide ${count === 1 ? '1 report' : `${count} reports`}`,
      action: 'Decide the reports at the top of the list: take the output down, reject the report, or answer it.',
    });
  }
}
