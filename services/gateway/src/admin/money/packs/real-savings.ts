import { packSavings } from '@luit/contracts/billing/pack-savings';
import type { AdminCreditPack } from '@luit/contracts/billing/packs';
import type { AdminPackView } from '@luit/contracts/http/admin-packs';

/** Rounds shares to tenths of a percent. */
const TENTHS = 1_000;

/**
 * Adds the real savings of a pack: its price per credit compared with the smallest active pack, rounded to a tenth of a percent. Negative
 * if the pack is more expensive. Declared savings above this value mislead buyers.
 */
export function withRealSavings(packs: AdminCreditPack[]): AdminPackView[] {
  const onSale = packs.filter(({ archived_at }) => archived_at === null);
  return packs.map((pack) => {
    const realSavings = Math.round(packSavings(pack, onSale) * TENTHS) / 10 || 0;
    return {
      ...pack,
      pricePerCredit: pack.price / pack.credits,
      realSavings,
      isMisleading: pack.savings > Math.max(0, realSavings),
    };
  });
}
