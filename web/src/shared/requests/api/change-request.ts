import type { RequestView } from '@luit/contracts/http/requests';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error';
import { dispatchCreditsUpdated } from '../../../lib/credits-events';
import { useServices } from '../../../lib/services';
import { useIntent } from '../../../lib/use-intent';
import { LIBRARY_KEY } from '../request-cache';

/** Mutations of one request. Each refreshes the library and the balance. */
export function useRequestChanges(request: RequestView) {
  const { api } = useServices();
  const client = useQueryClient();
  const path = `/api/requests/${encodeURIComponent(request.id)}`;
  const onSettled = () => {
    dispatchCreditsUpdated();
    return client.invalidateQueries({ queryKey: LIBRARY_KEY });
  };
  return {
    cancel: useMutation({ mutationFn: () => api.call(`${path}/cancel`, { method: 'POST' }), onSettled }),
    /** Makes it again for the credits that the user has seen. */
    retry: useIntent(
      `${path}/retry`,
      (expectedCredits: number, idempotencyKey) =>
        api.call<{ request_id: string }>(`${path}/retry`, {
          method: 'POST',
          body: { expectedCredits },
          idempotencyKey,
        }),
      {
        onError: (cause) =>
          cause instanceof ApiError &&
          cause.code === 'price_changed' &&
          client.invalidateQueries({ queryKey: ['pricing'] }),
        onSettled,
      },
    ),
  };
}
