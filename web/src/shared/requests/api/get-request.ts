import type { RequestView } from '@luit/contracts/http/requests';
import { queryOptions, type FetchStatus, type QueryClient } from '@tanstack/react-query';
import { POLL_MS } from '../copy';
import { ApiError } from '../../../lib/api-error';
import { failureOf, type ApiClient, type CallOptions } from '../../../lib/api-client';
import { logFailure } from '../../../lib/log';
import { listedRequest, newerRequest, requestKey } from '../request-cache';

const etags = new Map<string, string>();

/**
 * Reads a request conditionally and keeps the cached one on 304.
 *
 * @throws ApiError
 */
export async function getRequest(
  api: ApiClient,
  client: QueryClient,
  id: string,
  guestToken: string | null = null,
): Promise<RequestView> {
  const cached = client.getQueryData<RequestView>(requestKey(id));
  const etag = cached ? etags.get(id) : undefined;
  const response = await api.send(`/api/requests/${encodeURIComponent(id)}`, {
    ...withGuestToken(guestToken, etag ? { 'if-none-match': etag } : {}),
  });
  // Read again, because an event may have updated the cache during the request.
  const current = client.getQueryData<RequestView>(requestKey(id));
  if (response.status === 304 && current) return current;
  if (!response.ok) throw await failureOf(response);
  const { request } = (await response.json()) as { request: RequestView };
  const newEtag = response.headers.get('etag');
  if (newEtag) etags.set(id, newEtag);
  return newerRequest(current, request);
}

/** Authorizes a call with the guest access token, or with the session if there is none. */
export function withGuestToken(guestToken: string | null, headers: Record<string, string> = {}): CallOptions {
  return guestToken ? { bearer: null, headers: { ...headers, authorization: `Claim ${guestToken}` } } : { headers };
}

export function isFinal(request: RequestView | undefined): boolean {
  return request?.status === 'completed' || request?.status === 'failed';
}

/** Whether its credits have yet to be returned. */
function isReturning(request: RequestView | undefined): boolean {
  return request?.status === 'failed' && request.money.state === 'held';
}

/** Whether the last poll got no definite response, or the browser is offline and polling is paused. */
export function isUnreachable({ fetchStatus, error }: { fetchStatus: FetchStatus; error: Error | null }): boolean {
  return fetchStatus === 'paused' || (error instanceof ApiError && !error.isDefinite);
}

/** Polls every 3 s until the request is completed, or failed and no longer holds credits, including in background tabs. */
export function requestQuery(api: ApiClient, client: QueryClient, id: string, guestToken: string | null = null) {
  return queryOptions({
    queryKey: requestKey(id),
    queryFn: () =>
      getRequest(api, client, id, guestToken).catch((cause: unknown) => {
        logFailure('Polling a request failed', cause);
        throw cause;
      }),
    refetchInterval: ({ state: { data } }) => (isFinal(data) && !isReturning(data) ? false : POLL_MS),
    refetchIntervalInBackground: true,
    placeholderData: () => listedRequest(client, id),
    retry: false,
    staleTime: 0,
  });
}
