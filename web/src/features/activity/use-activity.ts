import type { RequestView } from '@luit/contracts/http/requests';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { ApiClient } from '../../lib/api-client';
import { useServices, useSession } from '../../lib/services';
import { isFinal } from '../generation/api/get-request';
import { POLL_MS } from '../generation/copy';
import { mergeRequest } from '../generation/request-cache';
import type { LiveState } from '../live/live-connection';
import { ActivityFeed } from './activity-feed';
import { SeenRequests } from './seen-requests';

const RECENT = 6;
/** While nothing pushes and nothing is under way: another device may have started something. */
const IDLE_POLL_MS = 30_000;

export interface Activity {
  running: RequestView[];
  /** Ended, newest first. */
  recent: RequestView[];
  unread: ReadonlySet<string>;
  /** The request the page in view shows. */
  shownId: string | null;
  isFailed: boolean;
  retry: () => void;
  markAllSeen: () => void;
}

/** Puts the newest requests into the cache that pages and events share; the feed reads them from there. */
function newestQuery(api: ApiClient, client: QueryClient) {
  return queryOptions({
    queryKey: ['activity'],
    queryFn: async () => {
      const { requests } = await api.call<{ requests: RequestView[] }>('/api/requests?limit=12');
      requests.forEach((request) => mergeRequest(client, request));
      return requests.length;
    },
  });
}

/** What is under way and what ended lately, on whatever device it was started. */
export function useActivity(state: LiveState): Activity {
  const { api } = useServices();
  const { user } = useSession();
  const client = useQueryClient();
  const [feed] = useState(() => new ActivityFeed(client));
  const known = useSyncExternalStore(feed.subscribe, feed.getSnapshot);
  const running = known.filter((request) => !isFinal(request));
  const ended = known.filter(isFinal);
  const isPushed = state === 'live';
  const newest = useQuery({
    ...newestQuery(api, client),
    refetchInterval: isPushed ? false : running.length > 0 ? POLL_MS : IDLE_POLL_MS,
  });

  const shownId = useShownId();
  const userId = user?.id ?? '';
  const marks = useMemo(() => new SeenRequests(userId), [userId]);
  const [, redraw] = useState(0);
  const unread = marks.unread(ended);
  const unreadIds = unread.map(({ id }) => id).join(' ');
  const shown = unread.some(({ id }) => id === shownId) ? shownId : null;
  const isFirstLook = newest.isSuccess && marks.isEmpty;

  const markAllSeen = () => {
    marks.markAll(ended);
    redraw((count) => count + 1);
  };
  useEffect(() => {
    // What was made before this browser first looked is no news.
    if (isFirstLook) marks.markAll(ended);
  }, [isFirstLook]);
  useEffect(() => {
    if (!shown) return;
    marks.mark(shown);
    redraw((count) => count + 1);
  }, [marks, shown]);
  useEffect(() => {
    const onOtherTab = () => redraw((count) => count + 1);
    window.addEventListener('storage', onOtherTab);
    return () => window.removeEventListener('storage', onOtherTab);
  }, []);

  return {
    running,
    recent: ended.slice(0, RECENT),
    unread: useMemo(() => new Set(unreadIds ? unreadIds.split(' ') : []), [unreadIds]),
    shownId,
    isFailed: newest.isError && known.length === 0,
    retry: () => void newest.refetch(),
    markAllSeen,
  };
}

function useShownId(): string | null {
  const { pathname, search } = useLocation();
  return new URLSearchParams(search).get('request') ?? /^\/order\/([^/]+)$/.exec(pathname)?.[1] ?? null;
}
