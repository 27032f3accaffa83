import type { AdminTransactionRow, TransactionType } from '../billing/transactions';
import type { AdminUserRow } from './admin-users';

export interface AdminStats {
  totalUsers: number;
  totalCreditsSold: number;
  /** Rupees: captured minus refunded. */
  totalRevenue: number;
  /** Signed in or had a job within 30 days. */
  activeUsers: number;
  creditsUsed: number;
  newUsersToday: number;
}

export interface AdminDashboard {
  stats: AdminStats;
  recentUsers: AdminUserRow[];
  recentTransactions: AdminTransactionRow[];
}

export interface AdminActivity {
  id: string;
  kind: 'registration' | TransactionType;
  user_id: string;
  user_email: string | null;
  /** Signed; null for a registration. */
  credits: number | null;
  at: string;
}

/** Every day of the timeframe up to today, days of Asia/Kolkata. */
export interface AdminAnalytics {
  timeframe: '7d' | '30d' | '90d';
  userRegistrations: { date: string; count: number }[];
  /** Purchases: their number, their credits, and their rupees minus that day's refunds. */
  transactions: { date: string; count: number; credits: number; revenue: number }[];
  recentActivity: AdminActivity[];
  /** Totals of the timeframe. */
  summary: { totalUsers: number; totalTransactions: number; totalRevenue: number };
}

/** A day of Asia/Kolkata; rupees. */
export interface RevenueDay {
  date: string;
  payments: number;
  captured: number;
  refunded: number;
  revenue: number;
  creditsSold: number;
  creditsUsed: number;
}

export interface RevenueReport {
  start: string;
  end: string;
  days: RevenueDay[];
  totals: Omit<RevenueDay, 'date'>;
}
