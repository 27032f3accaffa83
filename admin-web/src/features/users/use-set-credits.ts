import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useServices } from '../../lib/services';

export interface NewCredits {
  credits: number;
  expectedCredits: number;
  reason: string;
  /** Names the intent: a second press changes nothing more. */
  key: string;
}

/** Makes so many credits of what the user can spend. */
export function useSetCredits(userId: string) {
  const { client } = useServices();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...wanted }: NewCredits) =>
      client.send<{ credits: number }>('PATCH', `/api/admin/users/${userId}/credits`, wanted, key),
    onSettled: () => cache.invalidateQueries(),
  });
}
