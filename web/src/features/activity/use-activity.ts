import type { RequestView } from '@luit/contracts/http/requests';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { POLL_MS } from '../../shared/requests/copy';
import { connectivity } from '../../lib/connectivity';
import type { ApiClient } from '../../lib/api-client';
import { useServices, useSession } from '../../lib/services';
import { isFinal } from '../../shared/requests/api/get-request';
import { mergeRequest } from '../../shared/requests/request-cache';
import type { LiveState } from '../../shared/live/live-connection';
import { useKnownRequests } from '../../shared/requests/use-known-requests';
import { SeenRequests } from './seen-requests';

const RECENT_COUNT = 6;
/** Poll interval without live updates and without running jobs, because another device may start one. */
const IDLE_POLL_MS = 30_000;

export interface Activity {
  running: RequestView[];
  /** Finished requests, latest first. */
  recent: RequestView[];
  unread: ReadonlySet<string>;
  /** The request shown by the current page. */
  shownId: string | null;
  isFailed: boolean;
  retry: () => void;
  markAllSeen: () => void;
}

/** Loads the latest requests into the shared cache, from which the feed reads them. */
function latestRequestsQuery(api: ApiClient, client: QueryClient) {
  return queryOptions({
    queryKey: ['activity'],
    queryFn: async () => {
      const { requests } = await api.call<{ requests: RequestView[] }>('/api/requests?limit=12');
      requests.forEach((request) => mergeRequest(client, request));
      return requests.length;
    },
  });
}

/** Running and recently finished requests, including those started on other devices. */
export function useActivity(state: LiveState): Activity {
  const { api } = useServices();
  const { user } = useSession();
  const client = useQueryClient();
  const known = useKnownRequests();
  const running = known.filter((request) => !isFinal(request));
  const finished = known.filter(isFinal);
  const isPushed = state === 'live';
  const latest = useQuery({
    ...latestRequestsQuery(api, client),
    refetchInterval: isPushed ? false : running.length > 0 ? POLL_MS : IDLE_POLL_MS,
  });

  const shownId = useShownId();
  const userId = user?.id ?? '';
  const seen = useMemo(() => new SeenRequests(userId), [userId]);
  const [, redraw] = useState(0);
  const unread = seen.unread(finished);
  const unreadIds = unread.map(({ id }) => id).join(' ');
  const shown = unread.some(({ id }) => id === shownId) ? shownId : null;
  const isFirstVisit = latest.isSuccess && seen.isEmpty;

  const markAllSeen = () => {
    seen.markAll(finished);
    redraw((count) => count + 1);
  };
  useEffect(() => {
    // Requests that finished before the first visit of this browser count as seen.
    if (isFirstVisit) seen.markAll(finished);
  }, [isFirstVisit]);
  useEffect(() => {
    if (!shown) return;
    seen.mark(shown);
    redraw((count) => count + 1);
  }, [seen, shown]);
  useEffect(() => {
    const onOtherTab = () => redraw((count) => count + 1);
    window.addEventListener('storage', onOtherTab);
    return () => window.removeEventListener('storage', onOtherTab);
  }, []);

  return {
    running,
    recent: finished.slice(0, RECENT_COUNT),
    unread: useMemo(() => new Set(unreadIds ? unreadIds.split(' ') : []), [unreadIds]),
    shownId,
    isFailed: latest.isError && known.length === 0,
    retry: connectivity.unlessOffline(() => void latest.refetch()),
    markAllSeen,
  };
}

function useShownId(): string | null {
  const { pathname, search } = useLocation();
  return new URLSearchParams(search).get('request') ?? /^\/order\/([^/]+)$/.exec(pathname)?.[1] ?? null;
}
