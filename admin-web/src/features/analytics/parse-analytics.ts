import type { AdminAnalytics } from '@luit/contracts/http/reports';

const INVALID = 'Invalid analytics data received';

/** Validates the response of the analytics endpoint. @throws Error */
export function parseAnalytics(response: unknown): AdminAnalytics {
  const analytics = response as Partial<AdminAnalytics> | null;
  const lists = [analytics?.userRegistrations, analytics?.transactions, analytics?.recentActivity];
  const { totalUsers, totalTransactions, totalRevenue } = analytics?.summary ?? {};
  const isComplete =
    lists.every(Array.isArray) && [totalUsers, totalTransactions, totalRevenue].every((each) => Number.isFinite(each));
  if (!isComplete) throw new Error(INVALID);
  return response as AdminAnalytics;
}
