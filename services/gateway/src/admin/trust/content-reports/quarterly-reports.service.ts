import { authCalls } from '@luit/contracts/auth/messages';
import type { QuarterlyNotice, QuarterlyNoticeBody } from '@luit/contracts/auth/quarterly-notices';
import type { ReportStatistics } from '@luit/contracts/auth/report-statistics';
import { LuitError } from '@luit/contracts/errors';
import { INVALID_QUARTER, QUARTER_PATTERN } from '@luit/contracts/messages/quarters';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { csvFile } from '../../../http/answers/csv-files';

const COLUMNS = [
  ...['quarter', 'kind', 'received', 'decided_in_time', 'decided_late', 'open', 'taken_down', 'rejected', 'answered'],
  ...['median_hours', 'takedowns', 'lifts'],
];

/** The figures of a quarter that operators report. */
@Injectable()
export class QuarterlyReportsService {
  constructor(private readonly calls: CallClient) {}

  /** @throws LuitError `not_found` if it is not a quarter */
  async get(quarter: string): Promise<{ statistics: ReportStatistics }> {
    assertQuarter(quarter);
    return { statistics: await this.calls.call(authCalls.getReportStatistics, { quarter }) };
  }

  /** @throws LuitError `not_found` */
  async file(quarter: string): Promise<StreamableFile> {
    const { statistics } = await this.get(quarter);
    const rows = statistics.kinds.map((kind) => [
      ...[quarter, kind.kind, kind.received, kind.decidedInTime, kind.decidedLate, kind.open, kind.takenDown],
      ...[kind.rejected, kind.answered, kind.medianHours, kind.takedowns, kind.lifts],
    ]);
    return csvFile(`reports-${quarter}.csv`, COLUMNS, rows);
  }

  /** @throws LuitError `not_found` */
  async getNotice(quarter: string): Promise<{ notice: QuarterlyNotice }> {
    assertQuarter(quarter);
    return { notice: await this.calls.call(authCalls.getQuarterlyNotice, { quarter }) };
  }

  /** @throws LuitError `not_found`; `conflict` before the quarter has ended; `validation_failed` without a confirmation */
  async sendNotice(adminId: string, quarter: string, input: QuarterlyNoticeBody): Promise<{ message: string }> {
    assertQuarter(quarter);
    await this.calls.call(authCalls.sendQuarterlyNotice, { adminId, quarter, ...input });
    return { message: 'The notice is being sent' };
  }
}

function assertQuarter(quarter: string): void {
  if (!QUARTER_PATTERN.test(quarter)) throw new LuitError('not_found', INVALID_QUARTER);
}
