import type { PlanList } from '@luit/contracts/generation/plans';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client';

export function plansQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['plans'],
    queryFn: () => api.call<Pick<PlanList, 'plans' | 'models' | 'imageModels' | 'retired'>>('/api/plans'),
    staleTime: 60_000,
  });
}
