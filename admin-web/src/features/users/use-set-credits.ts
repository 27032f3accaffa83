import type { Approval } from '@luit/contracts/billing/approvals';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useServices } from '../../lib/services';

export interface NewCredits {
  credits: number;
  expectedCredits: number;
  reason: string;
  /** The size of a large change, typed again. */
  confirmation?: string;
  /** Idempotency key: sending the change twice has one effect. */
  key: string;
}

/** Sets a user's available credits. */
export function useSetCredits(userId: string) {
  const { client } = useServices();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...change }: NewCredits) =>
      client.send<{ credits: number; approval: Approval | null }>(
        'PATCH',
        `/api/admin/users/${userId}/credits`,
        change,
        key,
      ),
    onSettled: () => cache.invalidateQueries(),
  });
}
