import type { QuarterlyNotice } from '@luit/contracts/auth/quarterly-notices';
import type { ReportStatistics } from '@luit/contracts/auth/report-statistics';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

const PROGRESS_POLL_MS = 3_000;

export const quarterlyReportPath = (quarter: string): string => `/api/admin/quarterly-reports/${quarter}`;

export function statisticsQuery(client: AdminClient, quarter: string) {
  const path = quarterlyReportPath(quarter);
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => (await client.get<{ statistics: ReportStatistics }>(path, signal)).statistics,
  });
}

/** Polls while the mails are being queued. */
export function noticeQuery(client: AdminClient, quarter: string) {
  const path = `${quarterlyReportPath(quarter)}/notice`;
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => (await client.get<{ notice: QuarterlyNotice }>(path, signal)).notice,
    refetchInterval: ({ state: { data } }) => (data?.sent?.isComplete === false ? PROGRESS_POLL_MS : false),
  });
}
