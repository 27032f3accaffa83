import { skipToken, useQuery } from '@tanstack/react-query';
import { OFFLINE_LIBRARY_KEY, type OfflineLibrary } from '../../shared/offline/account';
import { filtered } from '../../shared/offline-library/offline-library';
import type { LibraryFilter } from '../../shared/requests/api/list-requests';

/** What a list shows of the requests that this device has kept; undefined with a connection, and for lists that are not known here. */
export function useOfflineLibrary(filter: LibraryFilter) {
  const { data } = useQuery<OfflineLibrary>({ queryKey: OFFLINE_LIBRARY_KEY, queryFn: skipToken });
  const requests = data && filtered(data, filter);
  return requests ? { requests, favorites: new Set(data.favorites), shared: new Set(data.shared) } : undefined;
}
