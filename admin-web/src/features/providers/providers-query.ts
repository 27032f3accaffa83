import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

const POLL_MS = 5_000;

export const providersQuery = (client: AdminClient) =>
  queryOptions({
    queryKey: ['providers'],
    queryFn: ({ signal }) => client.get<{ providers: ProviderOverview[] }>('/api/admin/providers', signal),
    refetchInterval: POLL_MS,
  });
