import type { AdminCreditPack } from '@luit/contracts/billing/packs';
import type { AdminPackView } from '@luit/contracts/http/admin-packs';

/** In tenths of a percent. */
const TENTHS = 1_000;

/**
 * What a pack truly saves: its price per credit beside that of the smallest pack for sale, rounded to a tenth of a
 * percent. Negative where it is dearer. A claim to buyers has to be true.
 */
export function withRealSavings(packs: AdminCreditPack[]): AdminPackView[] {
  const [smallest] = packs
    .filter(({ archived_at }) => archived_at === null)
    .sort((one, other) => one.credits - other.credits);
  return packs.map((pack) => {
    const per = pack.price / pack.credits;
    const base = smallest ? smallest.price / smallest.credits : per;
    const realSavings = Math.round((1 - per / base) * TENTHS) / 10 || 0;
    return { ...pack, pricePerCredit: per, realSavings, isMisleading: pack.savings > Math.max(0, realSavings) };
  });
}
