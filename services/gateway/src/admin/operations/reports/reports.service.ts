import { authCalls } from '@luit/contracts/auth/messages';
import type { DayTotals, RevenueQuery } from '@luit/contracts/billing/daily-totals';
import { billingCalls } from '@luit/contracts/billing/messages';
import {
  type AdminActivity,
  type AdminAnalytics,
  type RevenueDay,
  type RevenueReport,
  TIMEFRAMES,
} from '@luit/contracts/http/reports';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { ExportedFile } from '../../../http/answers/exported-file';
import { AdminTransactionsService } from '../../money/transactions/admin-transactions.service';
import { csvFile } from '../../../http/answers/csv-files';
import { daysBefore, today } from '../../../http/answers/business-days';

const PAISE_PER_RUPEE = 100;
const ACTIVITIES_SHOWN = 10;
const DEFAULT_DAYS = 30;

/** Reports by day, in IST (Asia/Kolkata). */
@Injectable()
export class ReportsService {
  constructor(
    private readonly calls: CallClient,
    private readonly transactions: AdminTransactionsService,
  ) {}

  async analytics(timeframe: keyof typeof TIMEFRAMES): Promise<AdminAnalytics> {
    const to = today();
    const from = daysBefore(to, TIMEFRAMES[timeframe] - 1);
    const [{ days: userRegistrations }, { days }, recentActivity] = await Promise.all([
      this.calls.call(authCalls.listRegistrations, { from, to }),
      this.calls.call(billingCalls.listDailyTotals, { from, to }),
      this.latest(),
    ]);
    const transactions = days.map(toRevenueDay).map(({ date, payments, creditsSold, revenue }) => {
      return { date, count: payments, credits: creditsSold, revenue };
    });
    return {
      timeframe,
      userRegistrations,
      transactions,
      recentActivity,
      summary: {
        totalUsers: sum(userRegistrations.map(({ count }) => count)),
        totalTransactions: sum(transactions.map(({ count }) => count)),
        totalRevenue: rupees(sum(days.map(({ capturedPaise, refundedPaise }) => capturedPaise - refundedPaise))),
      },
    };
  }

  /** @throws LuitError `validation_failed` */
  async revenue({ start, end = today() }: RevenueQuery): Promise<RevenueReport> {
    const from = start ?? daysBefore(end, DEFAULT_DAYS - 1);
    const { days } = await this.calls.call(billingCalls.listDailyTotals, { from, to: end });
    const total = toRevenueDay({
      date: '',
      payments: sum(days.map((day) => day.payments)),
      capturedPaise: sum(days.map((day) => day.capturedPaise)),
      refundedPaise: sum(days.map((day) => day.refundedPaise)),
      creditsSold: sum(days.map((day) => day.creditsSold)),
      creditsUsed: sum(days.map((day) => day.creditsUsed)),
    });
    const { date: _, ...totals } = total;
    return { start: from, end, days: days.map(toRevenueDay), totals };
  }

  async revenueFile(query: RevenueQuery): Promise<ExportedFile> {
    const { start, end, days } = await this.revenue(query);
    const head = ['date', 'payments', 'captured', 'refunded', 'revenue', 'credits_sold', 'credits_used'];
    const rows = days.map((day) => [
      ...[day.date, day.payments, day.captured, day.refunded, day.revenue, day.creditsSold, day.creditsUsed],
    ]);
    return csvFile(`revenue-${start}-${end}.csv`, head, rows);
  }

  /** The newest registrations and transactions in one list. */
  private async latest(): Promise<AdminActivity[]> {
    const [{ users }, { items }] = await Promise.all([
      this.calls.call(authCalls.listUsers, { limit: ACTIVITIES_SHOWN }),
      this.transactions.list({ limit: ACTIVITIES_SHOWN }),
    ]);
    const registrations = users.map((user) => ({
      id: user.id,
      kind: 'registration' as const,
      user_id: user.id,
      user_email: user.email,
      credits: null,
      at: user.created_at,
    }));
    const movements = items.map((row) => ({
      id: row.id,
      kind: row.type,
      user_id: row.user_id,
      user_email: row.user_email,
      credits: row.amount,
      at: row.created_at,
    }));
    return [...registrations, ...movements]
      .sort((one, other) => other.at.localeCompare(one.at))
      .slice(0, ACTIVITIES_SHOWN);
  }
}

function toRevenueDay({ capturedPaise, refundedPaise, ...day }: DayTotals): RevenueDay {
  return {
    ...day,
    captured: rupees(capturedPaise),
    refunded: rupees(refundedPaise),
    revenue: rupees(capturedPaise - refundedPaise),
  };
}

function rupees(paise: number): number {
  return paise / PAISE_PER_RUPEE;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
