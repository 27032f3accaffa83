import { t } from '@lingui/core/macro';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error';
import { useServices } from '../../lib/services';
import { markListed } from '../../shared/requests/library-cache';
import { LIBRARY_KEY } from '../../shared/requests/request-cache';

/**
 * Marks a request as a favorite of its owner, or no longer. The mark shows at once and is taken back if the server refuses it. A
 * list of favorites keeps the request until it is loaded again, so that a click by mistake can be undone.
 */
export function useFavorite(requestId: string) {
  const { api } = useServices();
  const client = useQueryClient();
  const show = (isFavorite: boolean): void => markListed(client, 'favorites', requestId, isFavorite);
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
      toast.error(messageOf(cause, t`Your favorites could not be changed.`));
    },
    onSettled: () => client.invalidateQueries({ queryKey: LIBRARY_KEY, refetchType: 'none' }),
  });
}
