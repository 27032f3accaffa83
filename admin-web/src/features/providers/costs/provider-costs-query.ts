import type { ProviderCosts } from '@luit/contracts/generation/provider-costs';
import { queryOptions } from '@tanstack/react-query';
import type { AdminClient } from '../../../lib/admin-client';

export const providerCostsQuery = (client: AdminClient) =>
  queryOptions({
    queryKey: ['provider-costs'],
    queryFn: ({ signal }) => client.get<ProviderCosts>('/api/admin/provider-costs', signal),
  });
