import type { Balance } from '@luit/contracts/billing/balances';
import type { RedeemedPromoCode } from '@luit/contracts/billing/promo-codes';
import type { ApiClient } from '../../../lib/api-client';

/** The new balance, and the credits that the code added. */
export type Redemption = Balance & Pick<RedeemedPromoCode, 'code' | 'expiresAt'> & { granted: number };

export function redeemCode(api: ApiClient, code: string, idempotencyKey: string): Promise<Redemption> {
  return api.call<Redemption>('/api/credits/redeem', { method: 'POST', idempotencyKey, body: { code } });
}
