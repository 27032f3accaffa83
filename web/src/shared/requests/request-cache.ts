import type { RequestView } from '@luit/contracts/http/requests';
import type { QueryClient } from '@tanstack/react-query';
import { OFFLINE_LIBRARY_KEY, type OfflineLibrary } from '../offline/account';
import type { LibraryPage, LibraryPages } from './api/list-requests';

/** The newest requests of each list. Invalidating them brings lists up to date. */
export const LIBRARY_KEY = ['library'] as const;
/** The user's collections. */
export const COLLECTIONS_KEY = ['collections'];
/** All loaded pages of each list. */
export const LIBRARY_PAGES_KEY = ['library-pages'] as const;
export const requestKey = (id: string) => ['requests', id] as const;

/** Returns the newer of two versions of a request; events and polls may arrive in any order. */
export function newerRequest(cached: RequestView | undefined, incoming: RequestView): RequestView {
  if (!cached) return incoming;
  return cached.sequence > incoming.sequence
    ? cached
    : withSteadyProgress(cached, withSteadyEstimate(cached, incoming));
}

/** The progress of a running job never falls, although another provider may start it over. */
function withSteadyProgress(cached: RequestView, incoming: RequestView): RequestView {
  if (incoming.status !== 'processing' || incoming.progress >= cached.progress) return incoming;
  return { ...incoming, progress: cached.progress };
}

/** While a job makes progress, its estimate never rises, although the server measures it again with every finished job. */
function withSteadyEstimate(cached: RequestView, incoming: RequestView): RequestView {
  const { etaSeconds, jobStatus, progress } = incoming;
  const isRising = etaSeconds !== null && cached.etaSeconds !== null && etaSeconds > cached.etaSeconds;
  if (!isRising || jobStatus === 'pending' || progress < cached.progress) return incoming;
  return { ...incoming, etaSeconds: cached.etaSeconds };
}

/** Updates the cache unless it contains a newer version. */
export function mergeRequest(client: QueryClient, incoming: RequestView): void {
  client.setQueryData<RequestView>(requestKey(incoming.id), (cached) => newerRequest(cached, incoming));
}

/** The version of a request that the library lists, until its own was loaded. Without a connection, the one that this device has kept. */
export function listedRequest(client: QueryClient, id: string): RequestView | undefined {
  const newest = client.getQueriesData<LibraryPage>({ queryKey: LIBRARY_KEY }).map(([, page]) => page);
  const loaded = client.getQueriesData<LibraryPages>({ queryKey: LIBRARY_PAGES_KEY });
  const pages = [...newest, ...loaded.flatMap(([, library]) => library?.pages ?? [])];
  const listed = pages.flatMap((page) => page?.requests ?? []);
  const newestListed = listed
    .filter((request) => request.id === id)
    .sort((one, other) => other.sequence - one.sequence)[0];
  const kept = client.getQueryData<OfflineLibrary>(OFFLINE_LIBRARY_KEY)?.requests;
  return newestListed ?? kept?.find((request) => request.id === id);
}

/** The last cached sequence of each cached request, for `sync`. */
export function knownSequences(client: QueryClient): Record<string, number> {
  const cached = client.getQueriesData<RequestView>({ queryKey: ['requests'] });
  return Object.fromEntries(cached.flatMap(([, request]) => (request ? [[request.id, request.sequence]] : [])));
}
