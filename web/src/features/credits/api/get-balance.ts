import type { Balance } from '@luit/contracts/billing/balances';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';
import { useServices, useSession } from '../../../lib/services';

export function balanceQuery(api: ApiClient) {
  return queryOptions({ queryKey: ['credits', 'balance'], queryFn: () => api.call<Balance>('/api/credits/balance') });
}

export interface ShownBalance {
  /** Credits that can be spent now; 0 while unknown. */
  credits: number;
  held: number;
  state: 'loading' | 'known' | 'failed';
}

/** The balance to show. A failure shows 0 and says so; it never blocks a generation. */
export function useBalance(): ShownBalance {
  const { api } = useServices();
  const { status } = useSession();
  const { data, isError } = useQuery({ ...balanceQuery(api), enabled: status === 'signed-in' });
  if (isError) return { credits: 0, held: 0, state: 'failed' };
  if (!data) return { credits: 0, held: 0, state: 'loading' };
  return { credits: data.credits, held: data.held, state: 'known' };
}

/** Credits that are missing for something of that price; 0 while the balance is not known. */
export function useShortfall(cost: number): number {
  const { credits, state } = useBalance();
  return state === 'known' ? Math.max(0, cost - credits) : 0;
}
