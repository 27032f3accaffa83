import type { RequestView } from '@luit/contracts/http/requests';
import { queryOptions, type FetchStatus, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error';
import { failureOf, type ApiClient, type CallOptions } from '../../../lib/api-client';
import { logFailure } from '../../../lib/log';
import { POLL_MS } from '../copy';
import { newerRequest, requestKey } from '../request-cache';

const etags = new Map<string, string>();

/**
 * One conditional read of a request. An unchanged one answers 304, and what is known stands.
 * @throws ApiError
 */
export async function getRequest(
  api: ApiClient,
  client: QueryClient,
  id: string,
  claim: string | null = null,
): Promise<RequestView> {
  const known = client.getQueryData<RequestView>(requestKey(id));
  const etag = known ? etags.get(id) : undefined;
  const response = await api.send(`/api/requests/${encodeURIComponent(id)}`, {
    ...withGuestToken(claim, etag ? { 'if-none-match': etag } : {}),
  });
  // Read again: an event may have arrived while the answer was on its way.
  const current = client.getQueryData<RequestView>(requestKey(id));
  if (response.status === 304 && current) return current;
  if (!response.ok) throw await failureOf(response);
  const { request } = (await response.json()) as { request: RequestView };
  const next = response.headers.get('etag');
  if (next) etags.set(id, next);
  return newerRequest(current, request);
}

/** A guest asks with the claim, everybody else with their session. */
export function withGuestToken(claim: string | null, headers: Record<string, string> = {}): CallOptions {
  return claim ? { bearer: null, headers: { ...headers, authorization: `Claim ${claim}` } } : { headers };
}

export function isFinal(request: RequestView | undefined): boolean {
  return request?.status === 'completed' || request?.status === 'failed';
}

/** News was asked for and nobody answered; a browser that knows it is offline does not even ask. */
export function isUnreachable({ fetchStatus, error }: { fetchStatus: FetchStatus; error: Error | null }): boolean {
  return fetchStatus === 'paused' || (error instanceof ApiError && !error.isDefinite);
}

/** Polls every 3 s until the request is completed or failed, also while the tab is in the background. */
export function requestQuery(api: ApiClient, client: QueryClient, id: string, claim: string | null = null) {
  return queryOptions({
    queryKey: requestKey(id),
    queryFn: () =>
      getRequest(api, client, id, claim).catch((cause: unknown) => {
        logFailure('Polling a request', cause);
        throw cause;
      }),
    refetchInterval: (query) => (isFinal(query.state.data) ? false : POLL_MS),
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
  });
}
