import type { SharedView } from '@luit/contracts/http/share-links';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error';
import type { ApiClient } from '../../lib/api-client';

/** What a share link shows; null if the link does not exist or has ended. */
export function sharedQuery(api: ApiClient, token: string) {
  return queryOptions({
    queryKey: ['shared', token],
    initialData: () => viewInDocument(token),
    queryFn: async (): Promise<SharedView | null> => {
      try {
        return (await api.call<{ shared: SharedView }>(`/api/shared/${encodeURIComponent(token)}`)).shared;
      } catch (cause) {
        if (cause instanceof ApiError && cause.code === 'not_found') return null;
        throw cause;
      }
    },
  });
}

/** What the gateway has written into the document of the link's page, unless the visitor came here from another page. */
function viewInDocument(token: string): SharedView | undefined {
  const data = document.getElementById('shared-view');
  return data?.dataset.token === token ? (JSON.parse(data.textContent) as SharedView) : undefined;
}
