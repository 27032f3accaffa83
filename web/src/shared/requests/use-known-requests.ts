import type { RequestView } from '@luit/contracts/http/requests';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { RequestFeed } from './request-feed';

/** All requests in the query cache, newest first, updated by polls and live events. */
export function useKnownRequests(): RequestView[] {
  const client = useQueryClient();
  const [feed] = useState(() => new RequestFeed(client));
  return useSyncExternalStore(feed.subscribe, feed.getSnapshot);
}
