import type { PlanList } from '@luit/contracts/generation/plans';
import type { ApiClient } from '../../lib/api-client';
import { formatMoney } from '../../lib/format';

/** The price of the cheapest video without an account; null if nothing is sold. @throws ApiError */
export async function loadLowestPrice(api: ApiClient, signal: AbortSignal): Promise<string | null> {
  const { plans } = await api.call<Pick<PlanList, 'plans'>>('/api/plans', { bearer: null, signal });
  // A credit counts as a rupee where a video is paid once.
  return plans.length > 0 ? formatMoney(Math.min(...plans.map(({ credits }) => credits))) : null;
}
