import type { RequestType } from '@luit/contracts/generation/plans';
import type { RequestStatus } from '@luit/contracts/generation/requests';
import type { RequestView } from '@luit/contracts/http/requests';
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';
import { LIBRARY_KEY, LIBRARY_PAGES_KEY } from '../request-cache';

export interface LibraryFilter {
  /** Words of the prompt. */
  q?: string;
  type?: RequestType;
  status?: RequestStatus;
  /** Only requests that the user marked as favorites. */
  favorite?: 'true';
  /** Only requests that have a share link. */
  shared?: 'true';
  /** The id of a set: only the results that were asked for at once. */
  set?: string;
  /** The id of a collection, which the requests are in. */
  collection?: string;
}

export interface LibraryPage {
  requests: RequestView[];
  /** Ids of the requests that the user marked as favorites. */
  favorites: string[];
  /** Ids of the requests that have a share link. */
  shared: string[];
  nextCursor: string | null;
  /** When it was loaded, in milliseconds since 1970. */
  loadedAt: number;
}

/** All loaded pages of a list, with the cursor after which each of them starts. */
export type LibraryPages = InfiniteData<LibraryPage, string | null>;

/** Divisible by two and three, the numbers of cards per row. */
const FIRST_PAGE = 24;
/** Users who scroll further usually scroll far. */
const NEXT_PAGE = 96;

export async function loadLibraryPage(
  api: ApiClient,
  filter: LibraryFilter,
  cursor: string | null,
): Promise<LibraryPage> {
  const query = new URLSearchParams({ limit: String(cursor ? NEXT_PAGE : FIRST_PAGE), ...filter });
  if (cursor) query.set('cursor', cursor);
  const page = await api.call<Omit<LibraryPage, 'favorites' | 'shared'> & Partial<LibraryPage>>(
    `/api/requests?${query}`,
  );
  // A gateway of the previous release sends neither.
  return { favorites: [], shared: [], ...page, loadedAt: Date.now() };
}

/** The user's newest requests. */
export function newestQuery(api: ApiClient, filter: LibraryFilter) {
  return queryOptions({
    queryKey: [...LIBRARY_KEY, filter],
    queryFn: () => loadLibraryPage(api, filter, null),
  });
}

/**
 * The user's requests, newest first, as far as they were loaded. It never loads a page again by itself, because that would load all of
 * them: what is new comes from `newestQuery`.
 */
export function libraryPagesQuery(api: ApiClient, filter: LibraryFilter) {
  return infiniteQueryOptions({
    queryKey: [...LIBRARY_PAGES_KEY, filter],
    queryFn: ({ pageParam }) => loadLibraryPage(api, filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    enabled: false,
  });
}
