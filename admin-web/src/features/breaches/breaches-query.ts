import type { BreachDetails } from '@luit/contracts/auth/breaches';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

export const BREACHES_PATH = '/api/admin/breaches';
const POLL_MS = 30_000;

export const breachPath = (id: string) => `${BREACHES_PATH}/${encodeURIComponent(id)}`;

export function breachQuery(client: AdminClient, id: string) {
  return queryOptions({
    queryKey: [BREACHES_PATH, id],
    queryFn: async ({ signal }) => (await client.get<{ breach: BreachDetails }>(breachPath(id), signal)).breach,
    refetchInterval: POLL_MS,
  });
}

/** Loads what is shown of breaches again. */
export function useBreachRefresh(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: [BREACHES_PATH] });
}
