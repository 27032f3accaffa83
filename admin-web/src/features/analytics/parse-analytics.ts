import type { AdminAnalytics } from '@luit/contracts/http/reports';

const INVALID = 'Invalid analytics data received';

/** What the server answered, if it is analytics. @throws Error */
export function parseAnalytics(answer: unknown): AdminAnalytics {
  const found = answer as Partial<AdminAnalytics> | null;
  const lists = [found?.userRegistrations, found?.transactions, found?.recentActivity];
  const { totalUsers, totalTransactions, totalRevenue } = found?.summary ?? {};
  const isWhole =
    lists.every(Array.isArray) && [totalUsers, totalTransactions, totalRevenue].every((each) => Number.isFinite(each));
  if (!isWhole) throw new Error(INVALID);
  return answer as AdminAnalytics;
}
