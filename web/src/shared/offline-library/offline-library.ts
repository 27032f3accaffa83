import { searchText } from '@luit/contracts/messages/search-text';
import type { RequestView } from '@luit/contracts/http/requests';
import type { QueryClient } from '@tanstack/react-query';
import type { LibraryFilter, LibraryPage, LibraryPages } from '../requests/api/list-requests';
import { isFinal } from '../requests/api/get-request';
import { LIBRARY_KEY, LIBRARY_PAGES_KEY } from '../requests/request-cache';
import type { OfflineLibrary } from '../offline/account';
import { fileAddress } from '../offline/caches';

/** The number of requests to store. Files have a limit of their own, so rarely those of all requests are stored. */
const MAX_REQUESTS = 250;
/** The library without filters. */
const ALL: LibraryFilter = {};
const LINK = /Url$|_url$|^lateOutput$/;

/**
 * Selects the requests to store: those that the library lists, and those that were opened, in this page or before.
 *
 * @param removed ids of requests that were deleted meanwhile
 */
export function libraryToKeep(
  client: QueryClient,
  earlier: OfflineLibrary | null,
  removed: ReadonlySet<string>,
): OfflineLibrary | null {
  const pages = listedPages(client);
  const listed = pages.flatMap(({ requests }) => requests);
  const first = listed[0]?.id;
  const end = pages.at(-1)?.nextCursor;
  // Whether the loaded part of the list would contain the request. Ids rise with time, and a cursor is the id of the last request of its
  // page.
  const isCovered = (id: string) =>
    end !== undefined && (end === null || id >= end) && (first === undefined || id <= first);
  const opened = client
    .getQueriesData<RequestView>({ queryKey: ['requests'] })
    .flatMap(([, request]) => (request && (first === undefined || !isCovered(request.id)) ? [request] : []));
  if (pages.length === 0 && opened.length === 0) return earlier;

  const before = (earlier?.requests ?? []).filter(({ id }) => !isCovered(id) && !removed.has(id));
  const byId = new Map([...before, ...opened, ...listed].map((request) => [request.id, request]));
  const requests = [...byId.values()]
    .filter(isFinal)
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, MAX_REQUESTS);
  const marked = (name: 'favorites' | 'shared') => {
    const ids = new Set([
      ...(earlier?.[name] ?? []).filter((id) => !isCovered(id)),
      ...pages.flatMap((page) => page[name]),
    ]);
    return requests.map(({ id }) => id).filter((id) => ids.has(id));
  };
  return { requests, favorites: marked('favorites'), shared: marked('shared') };
}

function listedPages(client: QueryClient): LibraryPage[] {
  const loaded = client.getQueryData<LibraryPages>([...LIBRARY_PAGES_KEY, ALL]);
  if (loaded) return loaded.pages;
  const newest = client.getQueryData<LibraryPage>([...LIBRARY_KEY, ALL]);
  return newest ? [newest] : [];
}

/** Removes the signatures of links from a library, because they are secrets. Also returns the URLs of its files. */
export function withoutSignatures(library: OfflineLibrary): { unsigned: OfflineLibrary; files: Set<string> } {
  const files = new Set<string>();
  const withoutSignature = (request: RequestView): RequestView => {
    const links = Object.entries(request).flatMap(([name, value]) =>
      LINK.test(name) && typeof value === 'string' ? [[name, fileAddress(value)] as const] : [],
    );
    for (const [, address] of links) files.add(address);
    return { ...request, ...Object.fromEntries(links) };
  };
  return { unsigned: { ...library, requests: library.requests.map(withoutSignature) }, files };
}

/** The stored requests that match a filter; null for a collection, because it is unknown which requests it contains. */
export function filtered(library: OfflineLibrary, filter: LibraryFilter): RequestView[] | null {
  if (filter.collection) return null;
  const words = searchText(filter.q ?? '')
    .split(/\s+/)
    .filter(Boolean);
  return library.requests.filter(({ id, type, status, prompt }) => {
    const text = searchText(prompt);
    return (
      (!filter.type || type === filter.type) &&
      (!filter.status || status === filter.status) &&
      (!filter.favorite || library.favorites.includes(id)) &&
      (!filter.shared || library.shared.includes(id)) &&
      words.every((word) => text.includes(word))
    );
  });
}
