import type { RequestView } from '@luit/contracts/http/requests';
import { notifyManager, type QueryClient } from '@tanstack/react-query';

/** Every request the query cache knows, newest first, whoever put it there: an event, a poll or the list. */
export class ActivityFeed {
  private known: RequestView[] = [];

  constructor(private readonly client: QueryClient) {}

  readonly subscribe = (listener: () => void): (() => void) =>
    this.client.getQueryCache().subscribe(
      notifyManager.batchCalls(({ query }) => {
        if (query.queryKey[0] === 'requests') listener();
      }),
    );

  /** The same array for as long as nothing in it changes. */
  readonly getSnapshot = (): RequestView[] => {
    const entries = this.client.getQueriesData<RequestView>({ queryKey: ['requests'] });
    const next = entries.flatMap(([, request]) => (request ? [request] : []));
    next.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    if (next.length !== this.known.length || next.some((request, index) => request !== this.known[index]))
      this.known = next;
    return this.known;
  };
}
