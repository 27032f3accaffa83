import type { RequestType } from '@luit/contracts/generation/plans';
import type { RequestStatus } from '@luit/contracts/generation/requests';
import type { RequestView } from '@luit/contracts/http/requests';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';
import { LIBRARY_KEY } from '../request-cache';

export interface LibraryFilter {
  /** Words of the prompt. */
  q?: string;
  type?: RequestType;
  status?: RequestStatus;
  /** Only requests that the user marked. */
  favorite?: 'true';
  /** Only requests that have a share link. */
  shared?: 'true';
}

export interface LibraryPage {
  requests: RequestView[];
  /** Ids of those that the user marked. */
  favorites: string[];
  /** Ids of those that have a share link. */
  shared: string[];
  nextCursor: string | null;
}

/** Divisible by two, three and four, the numbers of cards per row. */
const PAGE_SIZE = 24;

/** The user's requests, newest first. */
export function libraryQuery(api: ApiClient, filter: LibraryFilter) {
  return infiniteQueryOptions({
    queryKey: [...LIBRARY_KEY, filter],
    queryFn: async ({ pageParam }) => {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...filter });
      if (pageParam) query.set('cursor', pageParam);
      const page = await api.call<Omit<LibraryPage, 'favorites' | 'shared'> & Partial<LibraryPage>>(
        `/api/requests?${query}`,
      );
      // A gateway of the release before sends neither.
      return { favorites: [], shared: [], ...page };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}
