import type { BreachDetails, BreachMailings } from '@luit/contracts/auth/breaches';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { AdminClient } from '../../lib/admin-client';

export const BREACHES_PATH = '/api/admin/breaches';
const POLL_MS = 30_000;
const PROGRESS_POLL_MS = 3_000;

export const breachPath = (id: string) => `${BREACHES_PATH}/${encodeURIComponent(id)}`;

export function breachQuery(client: AdminClient, id: string) {
  return queryOptions({
    queryKey: [BREACHES_PATH, id],
    queryFn: async ({ signal }) => (await client.get<{ breach: BreachDetails }>(breachPath(id), signal)).breach,
    refetchInterval: ({ state: { data } }) => (data && isSending(data) ? PROGRESS_POLL_MS : POLL_MS),
  });
}

/** An owner confirmed the emails, and not all are queued. */
function isSending({ events }: BreachDetails): boolean {
  const last = events.findLast(({ what }) => what === 'notice_confirmed' || what === 'users_notified');
  return last?.what === 'notice_confirmed';
}

/** Polls more often while emails are being queued. */
export function mailingsQuery(client: AdminClient, id: string) {
  const path = `${breachPath(id)}/mailings`;
  return queryOptions({
    queryKey: [BREACHES_PATH, id, 'mailings'],
    queryFn: async ({ signal }) => (await client.get<{ mailings: BreachMailings }>(path, signal)).mailings,
    refetchInterval: ({ state: { data } }) =>
      data?.sent.some(({ isComplete }) => !isComplete) ? PROGRESS_POLL_MS : POLL_MS,
  });
}

/** Loads what is shown of breaches again. */
export function useBreachRefresh(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: [BREACHES_PATH] });
}
