import type { RunnerOverview, RunnerToken } from '@luit/contracts/generation/runners';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../../lib/admin-client';

const POLL_MS = 5_000;

export interface Runners {
  tokens: RunnerToken[];
  runners: RunnerOverview[];
}

export const runnersPath = (instance: string) => `/api/admin/providers/${encodeURIComponent(instance)}`;

export const runnersQuery = (client: AdminClient, instance: string) =>
  queryOptions({
    queryKey: ['runners', instance],
    queryFn: ({ signal }) => client.get<Runners>(`${runnersPath(instance)}/runners`, signal),
    refetchInterval: POLL_MS,
  });
