import type { OfferedModel } from '@luit/contracts/generation/models';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';

/** The video models with what each supports. */
export function modelsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['models'],
    queryFn: () => api.call<{ models: OfferedModel[] }>('/api/models'),
    staleTime: 60_000,
  });
}
