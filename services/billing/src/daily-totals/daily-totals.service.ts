import { billingCalls } from '@luit/contracts/billing/messages';
import type { DayTotals, MoneyTotals } from '@luit/contracts/billing/daily-totals';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { OnCall } from '@luit/platform/calls/on-call';

interface Row {
  day: string | null;
  payments: string;
  captured_paise: string;
  refunded_paise: string;
  credits_sold: string;
  credits_used: string;
}

const SUMS = ['payments', 'captured_paise', 'refunded_paise', 'credits_sold', 'credits_used']
  .map((column) => `coalesce(sum(${column}), 0)::bigint AS ${column}`)
  .join(', ');

/** Revenue and credit usage by day of Asia/Kolkata. */
@Injectable()
export class DailyTotalsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** One entry per day of the range, including days without activity. @throws LuitError `validation_failed` */
  @OnCall(billingCalls.listDailyTotals)
  async list(request: RequestOf<typeof billingCalls.listDailyTotals>): Promise<{ days: DayTotals[] }> {
    const { from, to } = request;
    const rows = await this.database.query<Row[]>(
      `SELECT to_char(d, 'YYYY-MM-DD') AS day, ${SUMS}
         FROM generate_series($1::date, $2::date, interval '1 day') d LEFT JOIN current_daily_totals m ON m.day = d::date
        GROUP BY d ORDER BY d`,
      [from, to],
    );
    return { days: rows.map((row) => ({ date: row.day ?? '', ...toTotals(row) })) };
  }

  /** Totals of all days. */
  @OnCall(billingCalls.getMoneyTotals)
  async overall(): Promise<MoneyTotals> {
    const [row] = await this.database.query<Row[]>(`SELECT NULL AS day, ${SUMS} FROM current_daily_totals`);
    if (!row) throw new Error('The totals query returned no row');
    return toTotals(row);
  }

  /** Adds the deltas appended since the last run to their days. */
  async aggregate(): Promise<void> {
    await this.database.query(`SELECT aggregate_daily_totals()`);
  }
}

function toTotals(row: Row): MoneyTotals {
  return {
    payments: Number(row.payments),
    capturedPaise: Number(row.captured_paise),
    refundedPaise: Number(row.refunded_paise),
    creditsSold: Number(row.credits_sold),
    creditsUsed: Number(row.credits_used),
  };
}
