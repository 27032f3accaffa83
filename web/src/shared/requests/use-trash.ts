import { t } from '@lingui/core/macro';
import type { TrashedView } from '@luit/contracts/http/trash';
import { toast } from '@luit/ui/toaster';
import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import type { ApiClient } from '../../lib/api-client';
import { messageOf } from '../../lib/api-error';
import { logFailure } from '../../lib/log';
import { useServices } from '../../lib/services';
import { reloadPagesOf, removeListed } from './library-cache';
import { COLLECTIONS_KEY, LIBRARY_KEY, LIBRARY_PAGES_KEY, requestKey } from './request-cache';

interface TrashPage {
  items: TrashedView[];
  nextCursor: string | null;
}

const TRASH_KEY = ['trash'];
/** How much the user's files take up. */
export const STORAGE_KEY = ['storage-usage'];
const PAGE_SIZE = 24;
/** How long "Undo" is offered. */
const UNDO_MS = 10_000;

/** What the user deleted and can still take back, newest first. */
export function trashQuery(api: ApiClient) {
  return infiniteQueryOptions({
    queryKey: TRASH_KEY,
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(pageParam && { cursor: pageParam }) });
      return api.call<TrashPage>(`/api/trash?${query}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Reloads what a deletion changes: the newest requests of the library, the trash, collections, and the storage used. */
export function refreshLists(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [LIBRARY_KEY, TRASH_KEY, COLLECTIONS_KEY, STORAGE_KEY].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

/** Takes requests that were moved to the trash out of the library. */
export function forgetListed(client: QueryClient, ids: readonly string[]): void {
  for (const id of ids) client.removeQueries({ queryKey: requestKey(id) });
  removeListed(client, ids);
}

/** Shows requests that left the trash in the library. */
export async function showAgain(client: QueryClient, api: ApiClient, ids: readonly string[]): Promise<void> {
  try {
    await reloadPagesOf(client, api, ids);
  } catch (cause) {
    logFailure('Reloading a page of the library failed', cause);
    client.removeQueries({ queryKey: LIBRARY_PAGES_KEY });
  }
}

/** Offers "Undo" beside the text. The button disappears, so the focus first returns to where it came from. */
export function offerUndo(text: string, undo: () => void): void {
  const onClick = (event: MouseEvent<HTMLButtonElement>): void => {
    event.currentTarget.blur();
    undo();
  };
  toast(text, { action: { label: t`Undo`, onClick }, duration: UNDO_MS });
}

/** Moves a request to the trash, puts it back, or deletes it for good. */
export function useTrash(requestId: string) {
  const { api } = useServices();
  const client = useQueryClient();
  const path = `/api/requests/${encodeURIComponent(requestId)}`;
  const onSettled = () => refreshLists(client);
  const putBack = useMutation({
    mutationFn: () => api.call(`${path}/trash`, { method: 'DELETE' }),
    onSuccess: () => {
      toast.success(t`Back in your library`);
      return showAgain(client, api, [requestId]);
    },
    // The toast with "Undo" has no place for an error.
    onError: (cause) => {
      logFailure('Taking a request from the trash failed', cause);
      toast.error(messageOf(cause, ''));
    },
    onSettled,
  });
  const move = useMutation({
    mutationFn: () => api.call(`${path}/trash`, { method: 'PUT' }),
    onSuccess: () => {
      forgetListed(client, [requestId]);
      offerUndo(t`Moved to the trash`, () => putBack.mutate());
    },
    onSettled,
  });
  const remove = useMutation({ mutationFn: () => api.call(path, { method: 'DELETE' }), onSettled });
  return { move, putBack, remove };
}
