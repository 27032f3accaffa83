import type { RequestView } from '@luit/contracts/http/requests';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../lib/services';
import { newestQuery } from './api/list-requests';
import { newerRequest } from './request-cache';
import { useKnownRequests } from './use-known-requests';

/**
 * The latest requests of the library, newest first. The cache that polls and live events update adds new ones and the current
 * state of each, so that this list needs no polling of its own.
 */
export function useLatestRequests() {
  const { api } = useServices();
  const library = useQuery(newestQuery(api, {}));
  const known = useKnownRequests();
  const byId = new Map<string, RequestView>();
  for (const request of [...(library.data?.requests ?? []), ...known])
    byId.set(request.id, newerRequest(byId.get(request.id), request));
  const requests = [...byId.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  return {
    requests,
    isLoading: library.isPending && known.length === 0,
    isFailed: library.isError && requests.length === 0,
    retry: () => void library.refetch(),
  };
}
