import type { AdminCreditPack } from '@luit/contracts/billing/packs';
import type { AdminPackView } from '@luit/contracts/http/admin-packs';

/** Rounds shares to tenths of a percent. */
const TENTHS = 1_000;

/**
 * Adds what a pack really saves: its price per credit compared with the smallest active pack, rounded to a tenth of a
 * percent. Negative if the pack is more expensive. Declared savings above this value mislead buyers.
 */
export function withRealSavings(packs: AdminCreditPack[]): AdminPackView[] {
  const [smallest] = packs
    .filter(({ archived_at }) => archived_at === null)
    .sort((one, other) => one.credits - other.credits);
  return packs.map((pack) => {
    const pricePerCredit = pack.price / pack.credits;
    const base = smallest ? smallest.price / smallest.credits : pricePerCredit;
    const realSavings = Math.round((1 - pricePerCredit / base) * TENTHS) / 10 || 0;
    return { ...pack, pricePerCredit, realSavings, isMisleading: pack.savings > Math.max(0, realSavings) };
  });
}
