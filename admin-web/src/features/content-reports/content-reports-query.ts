import type { ContentReport } from '@luit/contracts/auth/content-reports';
import type { TakedownKind } from '@luit/contracts/generation/takedown-kinds';
import { queryOptions } from '@tanstack/react-query';
import type { Page } from '../../components/use-page';
import type { AdminClient } from '../../lib/admin-client';

export const CONTENT_REPORTS_PATH = '/api/admin/content-reports';
const POLL_MS = 15_000;
const PAGE_SIZE = 100;

export interface ReportFilter {
  status: 'open' | 'decided';
  kind: TakedownKind | '';
}

export function contentReportsQuery(client: AdminClient, { status, kind }: ReportFilter) {
  const search = new URLSearchParams({ limit: String(PAGE_SIZE), status, ...(kind && { kind }) }).toString();
  return queryOptions({
    queryKey: [CONTENT_REPORTS_PATH, search],
    queryFn: ({ signal }) => client.get<Page<ContentReport>>(`${CONTENT_REPORTS_PATH}?${search}`, signal),
    refetchInterval: POLL_MS,
  });
}
