import { billingCalls } from '@luit/contracts/billing/messages';
import type { DayTotals, MoneyTotals } from '@luit/contracts/billing/daily-totals';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { OnCall } from '@luit/platform/calls/on-call';
import { Scheduler } from '@luit/platform/scheduling/scheduler';

const AGGREGATION_INTERVAL_MS = 60_000;

/** SQL of the columns of `MoneyTotals`. */
const SUMS = `
  coalesce(sum(payments), 0)::float8 AS payments, coalesce(sum(captured_paise), 0)::float8 AS "capturedPaise",
  coalesce(sum(refunded_paise), 0)::float8 AS "refundedPaise", coalesce(sum(credits_sold), 0)::float8 AS "creditsSold",
  coalesce(sum(credits_used), 0)::float8 AS "creditsUsed"`;

/** Revenue and credit usage by day of Asia/Kolkata. */
@Injectable()
export class DailyTotalsService implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly scheduler: Scheduler,
  ) {}

  /** Keeps the table of deltas short so that totals stay fast to read. Totals include deltas that are still waiting. */
  onApplicationBootstrap(): void {
    this.scheduler.every('daily-totals', AGGREGATION_INTERVAL_MS, () => this.aggregate());
  }

  /** One entry per day of the range, including days without activity. @throws LuitError `validation_failed` */
  @OnCall(billingCalls.listDailyTotals)
  async list(request: RequestOf<typeof billingCalls.listDailyTotals>): Promise<{ days: DayTotals[] }> {
    const { from, to } = request;
    const days = await this.database.query<DayTotals[]>(
      `SELECT to_char(d, 'YYYY-MM-DD') AS date, ${SUMS}
         FROM generate_series($1::date, $2::date, interval '1 day') d LEFT JOIN current_daily_totals m ON m.day = d::date
        GROUP BY d ORDER BY d`,
      [from, to],
    );
    return { days };
  }

  /** Totals of all days. */
  @OnCall(billingCalls.getMoneyTotals)
  async overall(): Promise<MoneyTotals> {
    const [row] = await this.database.query<MoneyTotals[]>(`SELECT ${SUMS} FROM current_daily_totals`);
    if (!row) throw new Error('The totals query returned no row');
    return row;
  }

  /** Adds the deltas appended since the last run to their days. */
  async aggregate(): Promise<void> {
    await this.database.query(`SELECT aggregate_daily_totals()`);
  }
}
