import type { RetiredModel } from '@luit/contracts/generation/catalog/lifecycle';
import type { VideoModel, VideoPlan } from '@luit/contracts/generation/plans';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client';

export function plansQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['plans'],
    queryFn: () => api.call<{ plans: VideoPlan[]; models: VideoModel[]; retired: RetiredModel[] }>('/api/plans'),
    staleTime: 60_000,
  });
}
