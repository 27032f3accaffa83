import { t } from '@lingui/core/macro';
import type { ShareSettings } from '@luit/contracts/generation/share-links';
import type { ShareLinkView } from '@luit/contracts/http/share-links';
import { toast } from '@luit/ui/toaster';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api-client';
import { logFailure } from '../../lib/log';
import { useServices } from '../../lib/services';
import { markListed } from '../requests/library-cache';
import { LIBRARY_KEY } from '../requests/request-cache';

interface LinkAnswer {
  link: ShareLinkView | null;
}

const pathOf = (requestId: string) => `/api/requests/${encodeURIComponent(requestId)}/share-link`;
const keyOf = (requestId: string) => ['share-link', requestId];

/** The share link of a request; null if it is not shared. */
export function shareLinkQuery(api: ApiClient, requestId: string) {
  return queryOptions({
    queryKey: keyOf(requestId),
    queryFn: async () => (await api.call<LinkAnswer>(pathOf(requestId))).link,
  });
}

/** Creates the link or changes its settings, and ends it. */
export function useShareLinkChanges(requestId: string) {
  const { api } = useServices();
  const client = useQueryClient();
  const show = ({ link }: LinkAnswer) => {
    client.setQueryData(keyOf(requestId), link);
    // The library says which requests are shared.
    markListed(client, 'shared', requestId, link !== null);
    void client.invalidateQueries({ queryKey: LIBRARY_KEY });
  };
  const onError = (cause: Error) => logFailure('Changing a share link failed', cause);
  // Two quick changes reach the server in their order.
  const scope = { id: `share link ${requestId}` };
  const save = useMutation({
    scope,
    mutationFn: (settings: ShareSettings) => api.call<LinkAnswer>(pathOf(requestId), { method: 'PUT', body: settings }),
    onSuccess: show,
    onError,
  });
  const revoke = useMutation({
    scope,
    mutationFn: () => api.call(pathOf(requestId), { method: 'DELETE' }),
    // In the hook, not in the call: the component that calls it disappears together with the link.
    onSuccess: () => {
      show({ link: null });
      toast.success(t`The link no longer works.`);
    },
    onError,
  });
  return { save, revoke };
}
