import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client';
import { loadExamples } from './load-examples';

/** Much shorter than the links of the examples are valid. */
const STALE_AFTER_MS = 5 * 60_000;

export function examplesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['examples'],
    queryFn: ({ signal }) => loadExamples(api, signal),
    staleTime: STALE_AFTER_MS,
  });
}
