import type { Preset } from '@luit/contracts/generation/presets';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client';

/** The camera motions and styles that can be added to a prompt. */
export function presetsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['presets'],
    queryFn: () => api.call<{ presets: Preset[] }>('/api/presets'),
    staleTime: 60_000,
  });
}
