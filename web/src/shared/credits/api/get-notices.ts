import type { CreditNotices } from '@luit/contracts/billing/credit-notices';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';

export function creditNoticesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['credits', 'notices'],
    queryFn: () => api.call<CreditNotices>('/api/credits/notices'),
  });
}
