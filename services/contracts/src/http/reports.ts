import { z } from 'zod';
import { adminTransactionRow, transactionType } from '../billing/transactions';
import { day, id, timestamp } from '../messages/fields';
import { adminUserRow } from './admin-users';

/** Days by the name of a period. */
export const TIMEFRAMES = { '7d': 7, '30d': 30, '90d': 90 } as const;
export const analyticsQuery = z.object({
  timeframe: z.enum(['7d', '30d', '90d'], 'timeframe must be 7d, 30d or 90d').default('30d'),
});

const adminStats = z.object({
  totalUsers: z.number(),
  totalCreditsSold: z.number(),
  /** Rupees: captured minus refunded. */
  totalRevenue: z.number(),
  /** Signed in or had a job within 30 days. */
  activeUsers: z.number(),
  creditsUsed: z.number(),
  newUsersToday: z.number(),
});
export type AdminStats = z.infer<typeof adminStats>;

export const adminDashboard = z.object({
  stats: adminStats,
  recentUsers: z.array(adminUserRow),
  recentTransactions: z.array(adminTransactionRow),
});
export type AdminDashboard = z.infer<typeof adminDashboard>;

const adminActivity = z.object({
  id,
  kind: z.enum(['registration', ...transactionType.options]),
  user_id: id,
  user_email: z.string().nullable(),
  /** Signed; null for a registration. */
  credits: z.number().nullable(),
  at: timestamp,
});
export type AdminActivity = z.infer<typeof adminActivity>;

export const adminAnalytics = z.object({
  timeframe: z.enum(['7d', '30d', '90d']),
  userRegistrations: z.array(z.object({ date: day, count: z.number() })),
  /** Purchases: their number, their credits, and their rupees minus that day's refunds. */
  transactions: z.array(z.object({ date: day, count: z.number(), credits: z.number(), revenue: z.number() })),
  recentActivity: z.array(adminActivity),
  /** Totals of the timeframe. */
  summary: z.object({ totalUsers: z.number(), totalTransactions: z.number(), totalRevenue: z.number() }),
});
/** Every day of the timeframe up to today, days of Asia/Kolkata. */
export type AdminAnalytics = z.infer<typeof adminAnalytics>;

const revenueDay = z.object({
  date: day,
  payments: z.number(),
  captured: z.number(),
  refunded: z.number(),
  revenue: z.number(),
  creditsSold: z.number(),
  creditsUsed: z.number(),
});
/** A day of Asia/Kolkata; rupees. */
export type RevenueDay = z.infer<typeof revenueDay>;

export const revenueReport = z.object({
  start: day,
  end: day,
  days: z.array(revenueDay),
  totals: revenueDay.omit({ date: true }),
});
export type RevenueReport = z.infer<typeof revenueReport>;
