import type { ModelList } from '@luit/contracts/generation/models';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';

/** The models of videos and images with what each supports. */
export function modelsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['models'],
    queryFn: () => api.call<ModelList>('/api/models'),
    staleTime: 60_000,
  });
}
