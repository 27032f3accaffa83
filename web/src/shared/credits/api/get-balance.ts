import type { Balance } from '@luit/contracts/billing/balances';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';
import { useServices, useSession } from '../../../lib/services';

export function balanceQuery(api: ApiClient) {
  return queryOptions({ queryKey: ['credits', 'balance'], queryFn: () => api.call<Balance>('/api/credits/balance') });
}

export interface ShownBalance {
  /** Available credits; null until they are known. */
  credits: number | null;
  held: number;
  state: 'loading' | 'known' | 'failed';
}

/** The balance to show. After a failure it is the latest known one, or 0, and marked as failed, but never blocks a generation. */
export function useBalance(): ShownBalance {
  const { api } = useServices();
  const { status } = useSession();
  const { data, isError } = useQuery({ ...balanceQuery(api), enabled: status === 'signed-in' });
  if (isError) return { credits: data?.credits ?? 0, held: data?.held ?? 0, state: 'failed' };
  if (!data) return { credits: null, held: 0, state: 'loading' };
  return { credits: data.credits, held: data.held, state: 'known' };
}

/** The credits missing for a given cost; 0 while the balance is unknown. */
export function useShortfall(cost: number): number {
  const { credits, state } = useBalance();
  return state === 'known' && credits !== null ? Math.max(0, cost - credits) : 0;
}
