import type { Collection } from '@luit/contracts/generation/collections';
import { MAX_COLLECTION_CHANGES } from '@luit/contracts/generation/limits';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client';
import { logFailure } from '../../lib/log';
import { useServices } from '../../lib/services';
import { forgetLists, removeListed } from '../../shared/requests/library-cache';
import { COLLECTIONS_KEY } from '../../shared/requests/request-cache';

/** The user's collections, by name. */
export function collectionsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: COLLECTIONS_KEY,
    queryFn: async () => (await api.call<{ collections: Collection[] }>('/api/collections')).collections,
  });
}

export interface ItemChange {
  collectionId: string;
  requestIds: string[];
}

/**
 * Creates, renames and deletes collections, and changes what is in them.
 *
 * @param onDeleted also called if the component that deleted a collection disappears with it
 */
export function useCollectionChanges(onDeleted?: (id: string) => void) {
  const { api } = useServices();
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: COLLECTIONS_KEY });
  const onError = (cause: Error) => logFailure('Changing a collection failed', cause);
  const create = useMutation({
    mutationFn: (name: string) => send(api, '', 'POST', { name }),
    onError,
    onSettled,
  });
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => send(api, `/${id}`, 'PATCH', { name }),
    onError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.call(`/api/collections/${id}`, { method: 'DELETE' }),
    onSuccess: (_, id) => onDeleted?.(id),
    onError,
    onSettled,
  });
  const add = useMutation({
    mutationFn: (change: ItemChange) => inParts(api, 'items', change),
    onSuccess: (_, { collectionId }) => forgetLists(client, (filter) => filter.collection === collectionId),
    onError,
    onSettled,
  });
  const take = useMutation({
    mutationFn: (change: ItemChange) => inParts(api, 'removed-items', change),
    onSuccess: (_, { collectionId, requestIds }) =>
      removeListed(client, requestIds, (filter) => filter.collection === collectionId),
    onError,
    onSettled,
  });
  return { create, rename, remove, add, take };
}

async function send(api: ApiClient, path: string, method: 'POST' | 'PATCH', body: object): Promise<Collection> {
  return (await api.call<{ collection: Collection }>(`/api/collections${path}`, { method, body })).collection;
}

/** A call takes at most this many requests. */
async function inParts(api: ApiClient, path: string, { collectionId, requestIds }: ItemChange): Promise<void> {
  for (let at = 0; at < requestIds.length; at += MAX_COLLECTION_CHANGES) {
    const part = requestIds.slice(at, at + MAX_COLLECTION_CHANGES);
    await send(api, `/${collectionId}/${path}`, 'POST', { requestIds: part });
  }
}
