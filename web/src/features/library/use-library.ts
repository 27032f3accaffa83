import type { RequestView } from '@luit/contracts/http/requests';
import { keepPreviousData, skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { logFailure } from '../../lib/log';
import { useServices } from '../../lib/services';
import {
  type LibraryFilter,
  type LibraryPages,
  libraryPagesQuery,
  newestQuery,
} from '../../shared/requests/api/list-requests';
import { reloadPage, withNewest, withRequests } from '../../shared/requests/library-cache';
import { OFFLINE_LIBRARY_KEY, type OfflineLibrary } from '../../shared/offline/account';
import { filtered } from '../../shared/offline-library/offline-library';

/** Links to files are valid for at least an hour. */
const LINKS_LAST_MS = 50 * 60_000;

/**
 * The user's requests, as far as they were loaded. The newest are loaded again as usual and added to them; updates of single requests,
 * which are pushed or polled, replace them in the list. No page is loaded again for either.
 */
export function useLibrary(filter: LibraryFilter) {
  const { api } = useServices();
  const client = useQueryClient();
  const newest = useQuery(newestQuery(api, filter));
  const list = useInfiniteQuery({ ...libraryPagesQuery(api, filter), placeholderData: keepPreviousData });
  const { queryKey } = libraryPagesQuery(api, filter);
  const name = JSON.stringify(queryKey);

  const add = useEffectEvent(() => {
    const page = newest.data;
    if (!page) return;
    client.setQueryData<LibraryPages>(queryKey, (library) => {
      const known = client.getQueriesData<RequestView>({ queryKey: ['requests'] });
      const byId = new Map(known.flatMap(([, request]) => (request ? [[request.id, request]] : [])));
      return withRequests(withNewest(library, page), byId);
    });
  });
  useEffect(() => add(), [name, newest.data]);

  const replace = useEffectEvent((request: RequestView) => {
    const known = new Map([[request.id, request]]);
    client.setQueryData<LibraryPages>(queryKey, (library) => library && withRequests(library, known));
  });
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== 'requests')
          return;
        replace(event.query.state.data as RequestView);
      }),
    [client],
  );

  // The results of the last search stay until the next search has results, unless it failed.
  const pages = list.isPlaceholderData && newest.isError ? undefined : list.data?.pages;
  const offline = useOfflineLibrary(filter);
  const loaded = useMemo(
    () =>
      pages && {
        requests: pages.flatMap(({ requests }) => requests),
        favorites: new Set(pages.flatMap(({ favorites }) => favorites)),
        shared: new Set(pages.flatMap(({ shared }) => shared)),
      },
    [pages],
  );

  const reloading = useRef(new Set<string>());
  const refreshShown = (first: number, last: number): void => {
    for (const cursor of expiringPages(client.getQueryData<LibraryPages>(queryKey), first, last)) {
      const id = `${name} ${cursor}`;
      if (reloading.current.has(id)) continue;
      reloading.current.add(id);
      reloadPage(client, api, filter, cursor)
        .catch((cause: unknown) => logFailure('Reloading a page of the library failed', cause))
        .finally(() => reloading.current.delete(id));
    }
  };
  return { newest, list, shown: loaded ?? offline, isOffline: !loaded && offline !== undefined, refreshShown };
}

/** The cursors of the pages that contain some of the requests and whose links to files expire soon. */
function expiringPages(library: LibraryPages | undefined, first: number, last: number): (string | null)[] {
  let start = 0;
  return (library?.pages ?? []).flatMap(({ requests, loadedAt }, index) => {
    const [from, to] = [start, (start += requests.length)];
    const isShown = from <= last && first < to;
    return isShown && Date.now() - loadedAt > LINKS_LAST_MS ? [library?.pageParams[index] ?? null] : [];
  });
}

/** What a list shows of the requests that this device has kept; undefined with a connection, and for lists that are not known here. */
function useOfflineLibrary(filter: LibraryFilter) {
  const { data } = useQuery<OfflineLibrary>({ queryKey: OFFLINE_LIBRARY_KEY, queryFn: skipToken });
  const requests = data && filtered(data, filter);
  return requests ? { requests, favorites: new Set(data.favorites), shared: new Set(data.shared) } : undefined;
}
