import type { Pricing } from '@luit/contracts/http/pricing';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';

export function pricingQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['pricing'],
    queryFn: () => api.call<Pricing>('/api/credits/pricing'),
    staleTime: 60_000,
  });
}
