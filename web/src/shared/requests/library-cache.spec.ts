import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { aRequest, fakeServer, jsonResponse } from '../../testing/fake-server';
import type { LibraryPage, LibraryPages } from './api/list-requests';
import { markListed, reloadPagesOf, removeListed, withNewest, withRequests } from './library-cache';
import { LIBRARY_PAGES_KEY } from './request-cache';

const page = (ids: string[], isLast = false): LibraryPage => ({
  requests: ids.map((id) => aRequest({ id, sequence: 1 })),
  favorites: [],
  shared: [],
  nextCursor: isLast ? null : (ids.at(-1) ?? null),
  loadedAt: 0,
});
/** Ids descend, as in a library. */
const loaded = (): LibraryPages => ({
  pages: [page(['q-9', 'q-8']), page(['q-7', 'q-6']), page(['q-5', 'q-4'], true)],
  pageParams: [null, 'q-8', 'q-6'],
});
const idsOf = (library?: LibraryPages) => library?.pages.map(({ requests }) => requests.map(({ id }) => id));

describe('the library cache', () => {
  it('new requests join the loaded pages, and those that were deleted elsewhere leave', () => {
    const library = withNewest(loaded(), page(['q-91', 'q-9']));
    expect(idsOf(library)).toEqual([
      ['q-91', 'q-9', 'q-8'],
      ['q-7', 'q-6'],
      ['q-5', 'q-4'],
    ]);
    expect(idsOf(withNewest(library, page(['q-91', 'q-7'])))).toEqual([['q-91', 'q-7'], ['q-6'], ['q-5', 'q-4']]);
    expect(idsOf(withNewest(library, page(['q-4'], true)))).toEqual([['q-4']]);
  });

  it('a list starts over if more are new than were loaded', () => {
    const library = withNewest(loaded(), page(['q-93', 'q-92']));
    expect(library).toEqual({ pages: [page(['q-93', 'q-92'])], pageParams: [null] });
    expect(idsOf(withNewest(undefined, page(['q-1'], true)))).toEqual([['q-1']]);
  });

  it('only newer versions replace listed requests, and an unknown one changes nothing', () => {
    const library = loaded();
    const known = (id: string, sequence: number) => new Map([[id, aRequest({ id, sequence, status: 'completed' })]]);
    const changed = withRequests(library, known('q-6', 2));
    expect(changed.pages[1]?.requests[1]).toMatchObject({ id: 'q-6', status: 'completed' });
    expect(changed.pages[0]).toBe(library.pages[0]);
    expect(withRequests(library, known('q-6', 1))).toBe(library);
    expect(withRequests(library, known('q-1', 9))).toBe(library);
  });

  it('deleted requests leave every list, and one that comes back loads only the page it belongs to', async () => {
    const client = new QueryClient();
    const key = [...LIBRARY_PAGES_KEY, { type: 'video' }];
    client.setQueryData(key, loaded());
    client.setQueryData([...LIBRARY_PAGES_KEY, {}], loaded());
    removeListed(client, ['q-6', 'q-9']);
    expect(idsOf(client.getQueryData(key))).toEqual([['q-8'], ['q-7'], ['q-5', 'q-4']]);
    const { fetch, calls } = fakeServer({
      'GET /api/requests?limit=96&type=video&cursor=q-8': () => jsonResponse(page(['q-7', 'q-6', 'q-5'])),
    });
    const observed = observe(client, key);
    await reloadPagesOf(client, new ApiClient(fetch), ['q-6']);
    expect(calls).toHaveLength(1);
    expect(idsOf(client.getQueryData(key))).toEqual([['q-8'], ['q-7', 'q-6', 'q-5'], ['q-4']]);
    expect(client.getQueryData([...LIBRARY_PAGES_KEY, {}])).toBeUndefined();
    observed();
  });

  it('a mark shows in every list that has the request', () => {
    const client = new QueryClient();
    const key = [...LIBRARY_PAGES_KEY, {}];
    client.setQueryData(key, loaded());
    markListed(client, 'shared', 'q-7', true);
    markListed(client, 'shared', 'q-1', true);
    const shared = () => client.getQueryData<LibraryPages>(key)?.pages.map((one) => one.shared);
    expect(shared()).toEqual([[], ['q-7'], []]);
    markListed(client, 'shared', 'q-7', false);
    expect(shared()).toEqual([[], [], []]);
  });
});

function observe(client: QueryClient, queryKey: readonly unknown[]): () => void {
  return new QueryObserver(client, { queryKey, enabled: false }).subscribe(() => undefined);
}
