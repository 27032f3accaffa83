import type { RequestView } from '@luit/contracts/http/requests';
import type { QueryClient } from '@tanstack/react-query';

export const requestKey = (id: string) => ['requests', id] as const;

/** The newer of two states of a request; events and polls may arrive in any order. */
export function newerRequest(known: RequestView | undefined, incoming: RequestView): RequestView {
  return known && known.sequence > incoming.sequence ? known : incoming;
}

/** Puts a pushed request into the cache, unless what is there is newer. */
export function mergeRequest(client: QueryClient, incoming: RequestView): void {
  client.setQueryData<RequestView>(requestKey(incoming.id), (known) => newerRequest(known, incoming));
}

/** What the cache knows, for `sync`: the last sequence seen of each request. */
export function knownSequences(client: QueryClient): Record<string, number> {
  const known = client.getQueriesData<RequestView>({ queryKey: ['requests'] });
  return Object.fromEntries(known.flatMap(([, request]) => (request ? [[request.id, request.sequence]] : [])));
}
