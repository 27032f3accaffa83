import type { RequestView } from '@luit/contracts/http/requests';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client';
import { type LibraryFilter, type LibraryPage, type LibraryPages, loadLibraryPage } from './api/list-requests';
import { LIBRARY_KEY, LIBRARY_PAGES_KEY, newerRequest } from './request-cache';

export type Mark = 'favorites' | 'shared';

/**
 * Replaces the part of a list that a page covers, which was loaded again. Ids rise with time, so the page covers the ids below its cursor
 * down to its last one.
 */
export function withPage(library: LibraryPages, fresh: LibraryPage, cursor: string | null): LibraryPages {
  const { pages, pageParams } = library;
  const index = pageParams.indexOf(cursor);
  const last = fresh.nextCursor;
  if (index < 0) return library;
  const older = pages.slice(index).map((page) => only(page, ({ id }) => last !== null && id < last));
  if (older.every(({ requests }) => requests.length === 0)) {
    return { pages: [...pages.slice(0, index), fresh], pageParams: pageParams.slice(0, index + 1) };
  }
  const [kept, ...others] = older as [LibraryPage, ...LibraryPage[]];
  const first: LibraryPage = {
    requests: [...fresh.requests, ...kept.requests],
    favorites: [...fresh.favorites, ...kept.favorites],
    shared: [...fresh.shared, ...kept.shared],
    nextCursor: kept.nextCursor,
    loadedAt: kept.requests.length > 0 ? kept.loadedAt : fresh.loadedAt,
  };
  return { pages: [...pages.slice(0, index), first, ...others], pageParams };
}

/** Adds the newest requests to a list. If more are new than were loaded, the list starts over. */
export function withNewest(library: LibraryPages | undefined, newest: LibraryPage): LibraryPages {
  const first = library?.pages.find(({ requests }) => requests.length > 0)?.requests[0];
  const isAdjacent = newest.nextCursor === null || (first !== undefined && first.id >= newest.nextCursor);
  if (!library || !isAdjacent) return { pages: [newest], pageParams: [null] };
  return withPage(library, newest, null);
}

/** Replaces listed requests by newer versions. Returns the same list if it has none of them. */
export function withRequests(library: LibraryPages, known: ReadonlyMap<string, RequestView>): LibraryPages {
  const pages = library.pages.map((page) => {
    const isOutdated = ({ id, sequence }: RequestView) => (known.get(id)?.sequence ?? -1) > sequence;
    if (!page.requests.some(isOutdated)) return page;
    const newer = (listed: RequestView) => newerRequest(known.get(listed.id), listed);
    return { ...page, requests: page.requests.map(newer) };
  });
  return pages.every((page, index) => page === library.pages[index]) ? library : { ...library, pages };
}

/** Shows in all lists whether a request has a mark. */
export function markListed(client: QueryClient, mark: Mark, id: string, isMarked: boolean): void {
  updateLists(client, (page) => {
    if (!page.requests.some((request) => request.id === id)) return page;
    const others = page[mark].filter((marked) => marked !== id);
    return { ...page, [mark]: isMarked ? [...others, id] : others };
  });
}

type WhichLists = (filter: LibraryFilter) => boolean;

/** Takes requests out of lists, of all of them by default. */
export function removeListed(client: QueryClient, ids: readonly string[], which: WhichLists = () => true): void {
  const removed = new Set(ids);
  updateLists(client, (page) => only(page, ({ id }) => !removed.has(id)), which);
}

/** Invalidates lists that are not shown, so that they load again when they are opened. */
export function forgetLists(client: QueryClient, which: WhichLists): void {
  for (const queryKey of [LIBRARY_KEY, LIBRARY_PAGES_KEY]) {
    const predicate = (query: Query) => query.getObserversCount() === 0 && which(query.queryKey[1] as LibraryFilter);
    client.removeQueries({ queryKey, predicate });
  }
}

/** Loads the shown pages again to which requests belong, for example because they left the trash. Other lists are loaded when opened. */
export async function reloadPagesOf(client: QueryClient, api: ApiClient, ids: readonly string[]): Promise<void> {
  forgetLists(client, () => true);
  const lists = client.getQueriesData<LibraryPages>({ queryKey: LIBRARY_PAGES_KEY });
  const reloads = lists.flatMap(([[, filter], library]) => {
    const cursors = new Set(ids.map((id) => cursorBefore(library, id)));
    return [...cursors].map((cursor) => reloadPage(client, api, filter as LibraryFilter, cursor));
  });
  await Promise.all(reloads);
}

/** Loads one page of a list again. */
export async function reloadPage(
  client: QueryClient,
  api: ApiClient,
  filter: LibraryFilter,
  cursor: string | null,
): Promise<void> {
  const page = await loadLibraryPage(api, filter, cursor);
  client.setQueryData<LibraryPages>(
    [...LIBRARY_PAGES_KEY, filter],
    (library) => library && withPage(library, page, cursor),
  );
}

/** The cursor of the page that has the request, or would have it. */
function cursorBefore(library: LibraryPages | undefined, id: string): string | null {
  return library?.pageParams.findLast((cursor) => cursor !== null && id < cursor) ?? null;
}

function updateLists(
  client: QueryClient,
  change: (page: LibraryPage) => LibraryPage,
  which: WhichLists = () => true,
): void {
  const predicate = ({ queryKey }: Query) => which(queryKey[1] as LibraryFilter);
  client.setQueriesData<LibraryPage>({ queryKey: LIBRARY_KEY, predicate }, (page) => page && change(page));
  client.setQueriesData<LibraryPages>(
    { queryKey: LIBRARY_PAGES_KEY, predicate },
    (library) => library && { ...library, pages: library.pages.map(change) },
  );
}

function only(page: LibraryPage, isKept: (request: RequestView) => boolean): LibraryPage {
  const requests = page.requests.filter(isKept);
  if (requests.length === page.requests.length) return page;
  const ids = new Set(requests.map(({ id }) => id));
  const isListed = (id: string) => ids.has(id);
  return { ...page, requests, favorites: page.favorites.filter(isListed), shared: page.shared.filter(isListed) };
}
