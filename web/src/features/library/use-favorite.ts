import { toast } from '@luit/ui/toaster';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error';
import { useServices } from '../../lib/services';
import type { LibraryPage } from '../../shared/requests/api/list-requests';
import { LIBRARY_KEY } from '../../shared/requests/request-cache';
import { libraryCopy } from './copy';

/**
 * Marks a request as a favorite of its owner, or no longer. The mark shows at once and is taken back if the server refuses it. A
 * list of favorites keeps the request until it is loaded again, so that a click by mistake can be undone.
 */
export function useFavorite(requestId: string) {
  const { api } = useServices();
  const client = useQueryClient();
  const show = (isFavorite: boolean): void => {
    client.setQueriesData<InfiniteData<LibraryPage>>(
      { queryKey: LIBRARY_KEY },
      (library) => library && { ...library, pages: library.pages.map((page) => marked(page, requestId, isFavorite)) },
    );
  };
  return useMutation({
    // Two quick clicks reach the server in their order.
    scope: { id: `favorite ${requestId}` },
    mutationFn: (isFavorite: boolean) =>
      api.call(`/api/requests/${encodeURIComponent(requestId)}/favorite`, { method: isFavorite ? 'PUT' : 'DELETE' }),
    onMutate: show,
    // A list that was loading meanwhile may have replaced the mark.
    onSuccess: (_, isFavorite) => show(isFavorite),
    onError: (cause, isFavorite) => {
      show(!isFavorite);
      toast.error(messageOf(cause, libraryCopy.favoriteFailed));
    },
    onSettled: () => client.invalidateQueries({ queryKey: LIBRARY_KEY, refetchType: 'none' }),
  });
}

function marked(page: LibraryPage, requestId: string, isFavorite: boolean): LibraryPage {
  if (!page.requests.some(({ id }) => id === requestId)) return page;
  const others = page.favorites.filter((id) => id !== requestId);
  return { ...page, favorites: isFavorite ? [...others, requestId] : others };
}
