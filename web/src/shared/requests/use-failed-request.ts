import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../lib/services';
import { isReturning, requestQuery } from './api/get-request';

/**
 * The request that last failed on this page. It is polled until its credits are returned, and then still receives live events,
 * because the provider may deliver a late result.
 */
export function useFailedRequest() {
  const { api } = useServices();
  const client = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const { data } = useQuery({
    ...requestQuery(api, client, id ?? ''),
    enabled: ({ state }) => id !== null && isReturning(state.data),
  });
  return { failed: id === null ? undefined : data, trackFailed: setId };
}
