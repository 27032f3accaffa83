import type { RequestView } from '@luit/contracts/http/requests';
import type { QueryClient } from '@tanstack/react-query';

export const LIBRARY_KEY = ['library'] as const;
export const requestKey = (id: string) => ['requests', id] as const;

/** Returns the newer of two versions of a request; events and polls may arrive in any order. */
export function newerRequest(cached: RequestView | undefined, incoming: RequestView): RequestView {
  if (!cached) return incoming;
  return cached.sequence > incoming.sequence ? cached : withSteadyEstimate(cached, incoming);
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

/** The last cached sequence of each cached request, for `sync`. */
export function knownSequences(client: QueryClient): Record<string, number> {
  const cached = client.getQueriesData<RequestView>({ queryKey: ['requests'] });
  return Object.fromEntries(cached.flatMap(([, request]) => (request ? [[request.id, request.sequence]] : [])));
}
