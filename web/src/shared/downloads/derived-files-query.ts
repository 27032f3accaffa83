import type { DerivedFilesView } from '@luit/contracts/http/derived-files';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client';

const POLL_MS = 2_000;
/** Links are valid for at least an hour. */
const LINKS_LAST_MS = 50 * 60_000;

/** Requests the small and the animated version of a video, and polls until they are ready. */
export function derivedFilesQuery(api: ApiClient, requestId: string) {
  return queryOptions({
    queryKey: ['derived-files', requestId],
    queryFn: async () => {
      const path = `/api/requests/${encodeURIComponent(requestId)}/derived-files`;
      return (await api.call<{ derived: DerivedFilesView }>(path, { method: 'PUT' })).derived;
    },
    refetchInterval: ({ state: { data } }) => (data?.state === 'making' ? POLL_MS : false),
    // Another request would start a failed conversion again.
    staleTime: LINKS_LAST_MS,
    refetchOnReconnect: false,
    retry: false,
  });
}
