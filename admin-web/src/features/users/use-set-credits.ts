import type { Approval } from '@luit/contracts/billing/approvals';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useServices } from '../../lib/services';

export interface NewCredits {
  credits: number;
  expectedCredits: number;
  reason: string;
  /** The size of a large change, typed again. */
  confirmation?: string;
}

/** Sets a user's available credits. */
export function useSetCredits(userId: string) {
  const { client } = useServices();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: NewCredits) => {
      const { credits, expectedCredits } = change;
      const path = `/api/admin/users/${userId}/credits`;
      const intent = { credits, expectedCredits };
      return client.send<{ credits: number; approval: Approval | null }>('PATCH', path, change, intent);
    },
    onSettled: () => cache.invalidateQueries(),
  });
}
