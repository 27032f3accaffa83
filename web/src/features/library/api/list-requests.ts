import type { RequestType } from '@luit/contracts/generation/plans';
import type { RequestStatus } from '@luit/contracts/generation/requests';
import type { RequestView } from '@luit/contracts/http/requests';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';

export interface LibraryFilter {
  type?: RequestType;
  status?: RequestStatus;
}

interface LibraryPage {
  requests: RequestView[];
  nextCursor: string | null;
}

/** Fills rows of two, three and four cards. */
const PAGE = 24;

export const LIBRARY_KEY = ['library'] as const;

/** One's own requests, newest first, page by page. */
export function libraryQuery(api: ApiClient, filter: LibraryFilter) {
  return infiniteQueryOptions({
    queryKey: [...LIBRARY_KEY, filter],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ limit: String(PAGE), ...filter });
      if (pageParam) query.set('cursor', pageParam);
      return api.call<LibraryPage>(`/api/requests?${query}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}
