import type { RequestView } from '@luit/contracts/http/requests';
import { notifyManager, type QueryClient } from '@tanstack/react-query';

/** All requests in the query cache, newest first, whether an event, a poll or the list put them there. */
export class RequestFeed {
  private known: RequestView[] = [];

  constructor(private readonly client: QueryClient) {}

  readonly subscribe = (listener: () => void): (() => void) =>
    this.client.getQueryCache().subscribe(
      notifyManager.batchCalls(({ query }) => {
        if (query.queryKey[0] === 'requests') listener();
      }),
    );

  /** Returns the same array until a request changes. */
  readonly getSnapshot = (): RequestView[] => {
    const entries = this.client.getQueriesData<RequestView>({ queryKey: ['requests'] });
    const next = entries.flatMap(([, request]) => (request ? [request] : []));
    next.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    if (next.length !== this.known.length || next.some((request, index) => request !== this.known[index]))
      this.known = next;
    return this.known;
  };
}
