import type { RequestView } from '@luit/contracts/http/requests';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useServices } from '../../lib/services';
import { requestQuery } from '../../shared/requests/api/get-request';
import { newerRequest } from '../../shared/requests/request-cache';

/** A listed request. While it runs, it comes from the cache that polls and live events update. */
export function useNewestRequest(listed: RequestView): RequestView {
  const { api } = useServices();
  const client = useQueryClient();
  const isRunning = listed.status === 'processing';
  // A query of a finished request would only fill the cache: the list has the request.
  const [polled] = useQueries({ queries: [requestQuery(api, client, listed.id)].filter(() => isRunning) });
  return newerRequest(polled?.data, listed);
}
