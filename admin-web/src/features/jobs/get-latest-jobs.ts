import type { AdminJobRow } from '@luit/contracts/http';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

export interface JobPage {
  items: AdminJobRow[];
  nextCursor: string | null;
  total: number;
}

const SHOWN = 5;

export function latestJobsQuery(client: AdminClient) {
  return queryOptions({
    queryKey: ['jobs', 'latest'],
    queryFn: ({ signal }) => client.get<JobPage>(`/api/admin/jobs?limit=${SHOWN}`, signal),
    refetchInterval: 10_000,
  });
}
