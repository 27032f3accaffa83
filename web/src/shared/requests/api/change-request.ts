import type { RequestView } from '@luit/contracts/http/requests';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { dispatchCreditsUpdated } from '../../../lib/credits-events';
import { IdempotentCall } from '../../../lib/idempotent-call';
import { useServices } from '../../../lib/services';
import { LIBRARY_KEY } from '../request-cache';

/** Mutations of one request. Each refreshes the library and the balance. */
export function useRequestChanges(request: RequestView) {
  const { api } = useServices();
  const client = useQueryClient();
  const idempotentCall = useRef(new IdempotentCall());
  const path = `/api/requests/${encodeURIComponent(request.id)}`;
  const onSettled = () => {
    dispatchCreditsUpdated();
    return client.invalidateQueries({ queryKey: LIBRARY_KEY });
  };
  return {
    cancel: useMutation({ mutationFn: () => api.call(`${path}/cancel`, { method: 'POST' }), onSettled }),
    retry: useMutation({
      mutationFn: () => {
        const body = { expectedCredits: request.credits };
        return idempotentCall.current.run(body, (idempotencyKey) =>
          api.call(`${path}/retry`, { method: 'POST', body, idempotencyKey }),
        );
      },
      onSettled,
    }),
  };
}
