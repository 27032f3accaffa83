import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../lib/services';
import { requestQuery } from './api/get-request';

/**
 * The request that failed last on this page. It is followed as it is pushed, and asked for no more: what its provider
 * brings late still belongs to its owner.
 */
export function useFailedRequest() {
  const { api } = useServices();
  const client = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const { data } = useQuery({ ...requestQuery(api, client, id ?? ''), enabled: false });
  return { failed: id === null ? undefined : data, follow: setId };
}
