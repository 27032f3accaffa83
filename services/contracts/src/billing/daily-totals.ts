import { z } from 'zod';
import { day, dayInput, dayRange, empty, optional, paise } from '../messages/fields';
import { call } from '../messages/message';

const moneyTotals = z.object({
  payments: z.number(),
  capturedPaise: paise,
  /** Refunded within the period, whenever it was paid. */
  refundedPaise: paise,
  creditsSold: z.number(),
  creditsUsed: z.number(),
});
/** Totals of the ledger over a period. */
export type MoneyTotals = z.infer<typeof moneyTotals>;

const dayTotals = moneyTotals.extend({ date: day });
/** Totals of one day of Asia/Kolkata. */
export type DayTotals = z.infer<typeof dayTotals>;

export const revenueQuery = z.object({
  start: optional(dayInput).describe('First day, in IST; by default 30 days before the last day'),
  end: optional(dayInput).describe('Last day; by default today'),
});
export type RevenueQuery = z.infer<typeof revenueQuery>;

export const dailyTotalsCalls = {
  /** Every day of the range, days of Asia/Kolkata. */
  listDailyTotals: call('billing.listDailyTotals', {
    isForOperators: true,
    input: dayRange,
    output: z.object({ days: z.array(dayTotals) }),
  }),
  /** Over all days. */
  getMoneyTotals: call('billing.getMoneyTotals', { isForOperators: true, input: empty, output: moneyTotals }),
};
