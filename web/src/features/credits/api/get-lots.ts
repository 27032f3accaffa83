import type { CreditLot } from '@luit/contracts/billing/balances';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';

/** The remaining credits of each purchase and grant, in the order they are spent. */
export function lotsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['credits', 'lots'],
    queryFn: () => api.call<{ lots: CreditLot[] }>('/api/credits/lots'),
  });
}
